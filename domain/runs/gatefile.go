package runs

import "encoding/json"

// GateFile is a file that a gate reads, with its hash at the start of the run.
type GateFile struct {
	File   string `json:"file" jsonschema:"as the gate names it"`
	SHA256 string `json:"sha256" jsonschema:"when the run began: a check of another file is refused"`
}

// fileArguments are the arguments of checks that name a file of requirements.
var fileArguments = []string{"ids", "rules_file"}

// GateFiles returns the files that the gates name, each once, in their order.
func (c Config) GateFiles() []string {
	files, seen := []string{}, map[string]bool{}
	for _, g := range c.Gates {
		var args map[string]any
		if len(g.Args) == 0 || json.Unmarshal(g.Args, &args) != nil {
			continue
		}
		for _, name := range fileArguments {
			if file, is := args[name].(string); is && file != "" && !seen[file] {
				seen[file] = true
				files = append(files, file)
			}
		}
	}
	return files
}

// Pinned returns the SHA-256 of the files that the checks of the run may read, by the names in its gates. It returns
// nil for a run that began before these hashes were stored.
func (r *Run) Pinned() map[string]string {
	if r.Files == nil {
		return nil
	}
	pinned := make(map[string]string, len(r.Files))
	for _, f := range r.Files {
		pinned[f.File] = f.SHA256
	}
	return pinned
}
