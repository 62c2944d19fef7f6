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
	Tools       []string // tools that it mentions
	Text        string   // Markdown, without the head
	Source      string   // "builtin", or the path of SKILL.md
	Fault       string   // why it cannot be used; "" if it can be

	Head  map[string]any // all fields of the head: texts, and lists of texts
	Files []File         // SKILL.md, then the other files of its folder by path
}

// File is a file of a skill.
type File struct {
	Path    string // relative to the skill's folder, with slashes
	Content []byte
}

//go:embed builtin
var builtin embed.FS

// The bounds of a skill.
const (
	maxBytes       = 64 << 10
	maxDescription = 500
	maxSkills      = 500 // in one folder
	maxFiles       = 50  // in one skill, without SKILL.md
)

// fileName is the file of a skill in its folder.
const fileName = "SKILL.md"

// Load returns the built-in skills and those of folders, sorted by name. If several have the same name, the skill of
// the last folder is used, and the others are listed with a fault. Load never fails: a folder that cannot be read is
// listed as a skill with a fault.
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

// read returns the skills of a folder, one for each SKILL.md in a folder below it.
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
			s.Files = []File{{fileName, []byte(text)}}
		}
		if err == nil {
			err = s.readBeside(root, e.Name())
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

// readBeside reads the files beside SKILL.md, including those in folders below, but not hidden files.
func (s *Skill) readBeside(root fs.FS, folder string) error {
	return fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return errors.New("its files cannot be read")
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || name == path.Join(folder, fileName):
			return nil
		case len(s.Files) > maxFiles:
			return fmt.Errorf("it has more than %d files", maxFiles)
		}
		text, err := readBounded(root, name)
		if err != nil {
			return fmt.Errorf("%s: %w", strings.TrimPrefix(name, folder+"/"), err)
		}
		s.Files = append(s.Files, File{strings.TrimPrefix(name, folder+"/"), []byte(text)})
		return nil
	})
}

// headValue returns a value of the head: a text, or a list of texts if it is in brackets.
func headValue(written string) any {
	written = strings.TrimSpace(written)
	inner, opened := strings.CutPrefix(written, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return strings.Trim(written, `"'`)
	}
	list := []string{}
	for item := range strings.SplitSeq(inner, ",") {
		if item = strings.Trim(strings.TrimSpace(item), `"'`); item != "" {
			list = append(list, item)
		}
	}
	return list
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
	s.Head = map[string]any{}
	for i, line := range strings.Split(head, "\n") {
		key, value, ok := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
			continue
		case !ok || strings.TrimSpace(key) != key || key == "":
			return fmt.Errorf("line %d of the head is not \"key: value\"", i+2)
		}
		values[key] = strings.Trim(strings.TrimSpace(value), `"'`)
		s.Head[key] = headValue(value)
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
