package skills

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Skill is a text that teaches how to do something.
type Skill struct {
	Name        string
	Description string
	Tools       []string // that it speaks of
	Text        string   // Markdown, without the head
	Source      string   // "builtin", or the file in its folder
	Fault       string   // why it cannot be used; "" where it can
}

//go:embed builtin
var builtin embed.FS

// The bounds of a skill.
const (
	maxBytes       = 64 << 10
	maxDescription = 500
	maxSkills      = 500 // of one folder
)

// fileName is the file of a skill in its folder.
const fileName = "SKILL.md"

// Load returns the built-in skills and those of folders, by name; of two with one name the later folder's counts, and
// the other one is listed as hidden by it. It never fails: a folder that cannot be read is a skill with a fault.
func Load(folders []string) []Skill {
	inner, err := fs.Sub(builtin, "builtin")
	if err != nil {
		panic("skills: " + err.Error())
	}
	all := read(inner, "builtin")
	for _, folder := range folders {
		all = append(all, read(os.DirFS(folder), folder)...)
	}
	seen := map[string]bool{}
	for i := len(all) - 1; i >= 0; i-- {
		s := &all[i]
		if s.Fault == "" && seen[s.Name] {
			s.Fault = "another skill of this name comes later"
		}
		if s.Fault == "" {
			seen[s.Name] = true
		}
	}
	slices.SortStableFunc(all, func(a, b Skill) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Source, b.Source))
	})
	return all
}

// read returns the skills of a folder: SKILL.md in each folder of it.
func read(root fs.FS, source string) []Skill {
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		return []Skill{{Name: path.Base(source), Source: source, Fault: "the folder cannot be read"}}
	}
	var out []Skill
	for _, e := range entries[:min(len(entries), maxSkills)] {
		text, err := readBounded(root, path.Join(e.Name(), fileName))
		if !e.IsDir() || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		s := Skill{Name: e.Name(), Source: path.Join(source, e.Name(), fileName)}
		if source == "builtin" {
			s.Source = source
		}
		if err == nil {
			err = s.parse(text)
		}
		if err != nil {
			s.Fault = err.Error()
		}
		out = append(out, s)
	}
	return out
}

func readBounded(root fs.FS, name string) (string, error) {
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.New("the file cannot be read")
	}
	if len(text) > maxBytes {
		return "", fmt.Errorf("the file is longer than %d bytes", maxBytes)
	}
	return string(text), nil
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

// parse reads a file: a head of "key: value" lines between two lines "---", then the text.
func (s *Skill) parse(file string) error {
	file = strings.TrimPrefix(strings.ReplaceAll(file, "\r\n", "\n"), "\ufeff")
	rest, ok := strings.CutPrefix(file, "---\n")
	head, text, closed := strings.Cut(rest, "\n---\n")
	if !utf8.ValidString(file) || !ok || !closed {
		return errors.New("the file begins with a head between two lines of ---, in UTF-8")
	}
	values := map[string]string{}
	for i, line := range strings.Split(head, "\n") {
		key, value, ok := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
			continue
		case !ok || strings.TrimSpace(key) != key || key == "":
			return fmt.Errorf("line %d of the head is not \"key: value\"", i+2)
		}
		values[key] = strings.Trim(strings.TrimSpace(value), `"'`)
	}
	if !nameForm.MatchString(values["name"]) {
		return errors.New("name: small letters, digits and -, beginning with a letter")
	}
	s.Name, s.Description, s.Text = values["name"], values["description"], strings.TrimSpace(text)
	for tool := range strings.SplitSeq(strings.Trim(values["tools"], "[]"), ",") {
		if tool = strings.Trim(strings.TrimSpace(tool), `"'`); tool != "" {
			s.Tools = append(s.Tools, tool)
		}
	}
	switch {
	case s.Description == "" || len(s.Description) > maxDescription:
		return fmt.Errorf("description: 1 to %d bytes", maxDescription)
	case s.Text == "":
		return errors.New("there is no text below the head")
	}
	return nil
}
