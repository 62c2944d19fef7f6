package arrivals

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Refused is the error of a tool that refuses a call.
type Refused struct{ Name, Message string }

func (r *Refused) Error() string { return r.Name + ": " + r.Message }

// Watch imports the files that arrive in a folder.
type Watch struct {
	Folder string
	Model  string // id of the model of all files; "" to find it by their names
	New    bool   // a file of no known model becomes a new one
	Merge  bool   // a delivery without conflicts is merged into main
	// Call calls a tool. A refusal by the tool is a *Refused.
	Call func(ctx context.Context, tool string, arguments map[string]any) (json.RawMessage, error)
	// Models returns the models that files can be deliveries of.
	Models func(context.Context) ([]Model, error)
	Say    func(format string, values ...any)

	seen map[string]version // files in their state at the last look
	done map[string]version // files in their state when they were taken
}

// version identifies a state of a file.
type version struct {
	size int64
	at   time.Time
}

// Once takes the files that are in the folder.
func (w *Watch) Once(ctx context.Context) error { return w.look(ctx, true) }

// Follow takes the files in the folder, and files that arrive later, until ctx ends. A file counts as arrived when two
// looks in a row find it unchanged.
func (w *Watch) Follow(ctx context.Context, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := w.look(ctx, false); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// look takes each complete file, the oldest first. A file that cannot be taken is reported, and tried again once it has
// changed.
func (w *Watch) look(ctx context.Context, whole bool) error {
	entries, err := os.ReadDir(w.Folder)
	if err != nil {
		return err
	}
	type arrived struct {
		name string
		version
	}
	var files []arrived
	now := map[string]version{}
	for _, e := range entries {
		info, err := e.Info()
		ending := strings.ToLower(filepath.Ext(e.Name()))
		if err != nil || !info.Mode().IsRegular() || ending != ".ifc" && ending != ".ifczip" {
			continue
		}
		v := version{info.Size(), info.ModTime()}
		if now[e.Name()] = v; w.done[e.Name()] != v && (whole || w.seen[e.Name()] == v) {
			files = append(files, arrived{e.Name(), v})
		}
	}
	w.seen = now
	slices.SortFunc(files, func(a, b arrived) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
	for _, f := range files {
		err := w.take(ctx, f.name)
		if refused := (*Refused)(nil); errors.As(err, &refused) {
			w.Say("%s: not taken: %s", f.name, refused)
		} else if ctx.Err() != nil {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if w.done == nil {
			w.done = map[string]version{}
		}
		w.done[f.name] = f.version
	}
	return nil
}

// take imports a file as a delivery, or as a new model.
func (w *Watch) take(ctx context.Context, name string) error {
	path, err := filepath.Abs(filepath.Join(w.Folder, name))
	if err != nil {
		return err
	}
	digest, err := digestOf(path)
	if err != nil {
		return err
	}
	models, err := w.Models(ctx)
	if err != nil {
		return err
	}
	found := Of(name, models)
	if w.Model != "" {
		found = keep(models, func(m Model) bool { return m.ID == w.Model })
	}
	switch {
	case len(found) > 1:
		names := make([]string, len(found))
		for i, m := range found {
			names[i] = fmt.Sprintf("%q", m.Name)
		}
		w.Say("%s: not taken: it may be of %s; --model says which", name, strings.Join(names, " or "))
		return nil
	case len(found) == 0 && !w.New:
		w.Say("%s: not taken: no model was made from a file of this name; --new makes one of it, --model names one",
			name)
		return nil
	case len(found) == 0:
		return w.begin(ctx, name, path)
	case found[0].Has(name, digest):
		w.Say("%s: is a delivery of %q already", name, found[0].Name)
		return nil
	}
	return w.deliver(ctx, name, path, found[0])
}

// begin imports a file as a new model.
func (w *Watch) begin(ctx context.Context, name, path string) error {
	reply, err := w.Call(ctx, "import_ifc", map[string]any{"file": path, "name": stem(name),
		"reasoning": "arrived in a watched folder"})
	if err != nil {
		return err
	}
	var made struct {
		Elements int `json:"elements"`
	}
	if err := json.Unmarshal(reply, &made); err != nil {
		return err
	}
	w.Say("%s: the new model %q of %d elements", name, stem(name), made.Elements)
	return nil
}

// anotherName bounds the numbers that distinguish deliveries of the same name.
const anotherName = 100

// deliver imports a file as a delivery of an existing model.
func (w *Watch) deliver(ctx context.Context, name, path string, m Model) error {
	var reply json.RawMessage
	var err error
	delivery := nameOf(name)
	for n := 1; n < anotherName; n++ {
		if n > 1 {
			delivery = fmt.Sprintf("%s-%d", nameOf(name), n)
		}
		reply, err = w.Call(ctx, "import_ifc", map[string]any{"file": path, "model_id": m.ID, "delivery": delivery,
			"reasoning": "arrived in a watched folder"})
		if refused := (*Refused)(nil); !errors.As(err, &refused) || refused.Name != "ALREADY_EXISTS" {
			break
		}
	}
	if err != nil {
		return err
	}
	var made struct {
		Branch   string `json:"branch"`
		Delivery struct {
			Lines []string `json:"lines"`
		} `json:"delivery"`
	}
	if err := json.Unmarshal(reply, &made); err != nil {
		return err
	}
	w.Say("%s: delivery %q of %q, on branch %s", name, delivery, m.Name, made.Branch)
	for _, line := range made.Delivery.Lines {
		w.Say("  %s", line)
	}
	if !w.Merge {
		return nil
	}
	_, err = w.Call(ctx, "merge_branch", map[string]any{"model_id": m.ID, "source": made.Branch,
		"reasoning": "arrived in a watched folder"})
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		w.Say("  not merged: %s", refused)
		return nil
	}
	if err == nil {
		w.Say("  merged into main")
	}
	return err
}

func digestOf(path string) (string, error) {
	f, err := os.Open(path) //nolint:gosec // a file of the folder that the person watches
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
