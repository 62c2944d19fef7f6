package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp/script"
)

// promptJobs names for each built-in prompt the job that uses every tool that the prompt names.
// TestJobsStayWithinTheirBudgets runs the jobs. TestAnAgentThatKnowsTheSkillsDoesTheJob runs check-and-fix with an
// agent and a person.
var promptJobs = map[string]string{
	"model-a-dwelling": "office", "issue-drawings": "office", "work-on-a-branch": "department",
	"coordinate-services": "services",
	"receive-a-file":      "received", "check-and-fix": "",
}

// runStates are words of prompts that are values in answers, although no schema lists them.
var runStates = []string{"ready_to_merge", "paused"}

// TestPromptsNameWhatThereIs checks each word that a built-in prompt formats as code. The word must be a tool that the
// prompt names, a value in a schema, or a word of a document that the prompt names. It may also be an argument of such
// a tool or a member of its answer. The job of the prompt must call each of its tools.
func TestPromptsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	tools := s.schemasOfTools(t)
	paths, err := filepath.Glob(filepath.Join("..", "..", "mcp", "skills", "builtin", "*", "SKILL.md"))
	if err != nil || len(paths) != len(promptJobs) {
		t.Fatalf("%d prompts, %d jobs of them: %v", len(paths), len(promptJobs), err)
	}
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			named := toolsOfPrompt(string(text))
			var schemas strings.Builder
			for _, tool := range named {
				if tools[tool] == "" {
					t.Errorf("there is no tool %s", tool)
				}
				schemas.WriteString(tools[tool])
			}
			for _, address := range documentAddress.FindAllString(string(text), -1) {
				document, err := s.request("resources/read", arguments{"uri": address})
				if err != nil {
					t.Errorf("%s: %v", address, err)
				}
				schemas.WriteString(strings.ReplaceAll(string(document), `\"`, `"`))
			}
			for _, word := range codeWords(string(text)) {
				if tools[word] != "" && !slices.Contains(named, word) {
					t.Errorf("%s is not in the head of the prompt", word)
				}
				if tools[word] == "" && !slices.Contains(runStates, word) &&
					!strings.Contains(schemas.String(), `"`+word+`"`) {
					t.Errorf("none of its tools has %q", word)
				}
			}
			if job := promptJobs[name]; job != "" {
				called := toolsOfJob(t, job)
				for _, tool := range named {
					if !called[tool] {
						t.Errorf("the job %s does not call %s", job, tool)
					}
				}
			}
		})
	}
}

// schemasOfTools returns the input and output schemas of all tools as one text each.
func (s *server) schemasOfTools(t *testing.T) map[string]string {
	t.Helper()
	result, err := s.request("tools/list", arguments{})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []struct {
			Name                      string
			InputSchema, OutputSchema json.RawMessage
		}
	}
	if err := json.Unmarshal(result, &list); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, tool := range list.Tools {
		out[tool.Name] = string(tool.InputSchema) + string(tool.OutputSchema)
	}
	return out
}

var promptHead = regexp.MustCompile(`(?m)^tools: \[(.*)\]$`)

func toolsOfPrompt(text string) []string {
	return strings.Split(promptHead.FindStringSubmatch(text)[1], ", ")
}

var (
	code     = regexp.MustCompile("`([^`]+)`")
	codeName = regexp.MustCompile(`^[a-z][a-z_]*$`)
	codeKey  = regexp.MustCompile(`"([a-z_]+)":`)

	documentAddress = regexp.MustCompile("bim://docs/[a-z-]+")
)

// codeWords returns the names in the code of a text. A name is a whole piece of code or a key of JSON. Addresses are
// left out.
func codeWords(text string) []string {
	var out []string
	for _, m := range code.FindAllStringSubmatch(text, -1) {
		word, _, _ := strings.Cut(m[1], ": ")
		if codeName.MatchString(word) {
			out = append(out, word)
			continue
		}
		for _, key := range codeKey.FindAllStringSubmatch(m[1], -1) {
			out = append(out, key[1])
		}
	}
	return out
}

// toolsOfJob returns the tools that a job calls, including steps of batches.
func toolsOfJob(t *testing.T, name string) map[string]bool {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "scripts", "job-"+name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	steps, err := script.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, step := range steps {
		out[step.Call] = true
		operations, _ := step.Args["operations"].([]any)
		for _, o := range operations {
			if tool, ok := o.(map[string]any)["tool"].(string); ok {
				out[tool] = true
			}
		}
	}
	return out
}
