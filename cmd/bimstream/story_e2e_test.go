//go:build linux

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/ifc/bcf"
)

// storyLine is a line of a story: a passage, or an action.
type storyLine struct {
	Say       string            `json:"say"`
	As        string            `json:"as"`
	Does      string            `json:"does"`
	Call      string            `json:"call"`
	Args      arguments         `json:"args"`
	Save      map[string]string `json:"save"`
	Tell      []string          `json:"tell"`
	Expect    map[string]any    `json:"expect"`
	Refused   string            `json:"refused"`
	Approve   string            `json:"approve"`
	Elsewhere string            `json:"elsewhere"`
	Because   string            `json:"because"` // the reasoning; default a description of the call
	Shown     bool              `json:"shown"`   // the arguments are printed too
}

// story runs a script and writes a page about it.
type story struct {
	t       *testing.T
	data    string
	who     map[string]string // environment variables, by person or agent
	servers map[string]*server
	saved   map[string]string
	page    strings.Builder
}

const storyFolder = "../../testdata/stories/"

// TestAMonthOfASmallProject runs the month of testdata/stories: two people and three agents, each with a server. The
// page beside the script has the results. Every state of tasks and runs must be reached, and every move that the tables
// do not have must be refused.
func TestAMonthOfASmallProject(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{},
		"DELETE": arguments{}, "APPROVE": arguments{}}
	for _, p := range [][2]string{{"ann", ""}, {"bo", ""}, {"drafter", "ann"}, {"fixer", "ann"}, {"checker", "bo"}} {
		if p[1] == "" {
			s.who[p[0]] = principal(t, p[0], "human", "", arguments{"permissions": rights})
		} else {
			s.who[p[0]] = principal(t, p[0], "agent", p[1], arguments{"dry_run_default": false})
		}
		s.servers[p[0]] = serveAll(t, s.data, s.who[p[0]])
	}
	s.script("month.jsonl")
	s.illegalTaskMoves()
	s.illegalRunMoves()
	s.states()
	s.accept(storyFolder + "month.md")
}

// TestAnAgentThatKnowsTheSkillsDoesTheJob replays the calls of an agent. The agent was given one sentence, tools/list,
// the prompts and the skills, and nothing else. docs/checkandfix.md is the transcript. It includes the agent's wrong
// calls, which must still be refused.
func TestAnAgentThatKnowsTheSkillsDoesTheJob(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{},
		"DELETE": arguments{}, "APPROVE": arguments{}}
	s.who["ann"] = principal(t, "ann", "human", "", arguments{"permissions": rights})
	s.who["agent"] = principal(t, "agent", "agent", "ann",
		arguments{"permissions": arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{}}})
	for name, who := range s.who {
		s.servers[name] = serveAll(t, s.data, who)
	}
	s.script("checkandfix.jsonl")
	s.accept("../../docs/checkandfix.md")
}

func newStory(t *testing.T) *story {
	return &story{t: t, data: t.TempDir(), saved: map[string]string{},
		servers: map[string]*server{}, who: map[string]string{}}
}

// script runs the lines of a file.
func (s *story) script(name string) {
	s.t.Helper()
	file, err := os.Open(storyFolder + name)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var l storyLine
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil {
			s.t.Fatalf("%v: %s", err, lines.Bytes())
		}
		s.play(l)
	}
}

// accept compares the page with the stored one.
func (s *story) accept(path string) {
	s.t.Helper()
	page := flowed(s.page.String())
	if *updateStories {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != page {
		s.t.Errorf("it went another way (%v); -update-stories accepts it:\n%s", err, page)
	}
}

// flowed returns a page with its paragraphs and list items wrapped at the column limit.
func flowed(page string) string {
	var out strings.Builder
	for line := range strings.Lines(page) {
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		for utf8.RuneCountInString(line) > columns+1 {
			end := len(string([]rune(line)[:columns+1]))
			at := strings.LastIndexByte(line[:end], ' ')
			if at <= len(indent) {
				break
			}
			out.WriteString(line[:at] + "\n")
			line = indent + line[at+1:]
		}
		out.WriteString(line)
	}
	return out.String()
}

var updateStories = flag.Bool("update-stories", false, "accept the stories as they went")

var reference = regexp.MustCompile(`\$\{([a-z]+)\}`)

func (s *story) filled(args arguments) arguments {
	text, err := json.Marshal(args)
	if err != nil {
		s.t.Fatal(err)
	}
	text = reference.ReplaceAllFunc(text, func(m []byte) []byte { return []byte(s.saved[string(m[2:len(m)-1])]) })
	out := arguments{}
	if err := json.Unmarshal(text, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s *story) play(l storyLine) {
	s.t.Helper()
	switch {
	case l.Say != "":
		if s.page.Len() > 0 && !strings.HasSuffix(s.page.String(), "\n\n") {
			s.page.WriteString("\n")
		}
		fmt.Fprintf(&s.page, "%s\n\n", l.Say)
		return
	case l.Approve != "":
		id := s.saved[reference.FindStringSubmatch(l.Approve)[1]]
		said, err := atTerminal(s.t, s.who[l.As], mergePhrase(s.t, s.data, id), "approvals", "approve", id, "--data",
			s.data)
		if err != nil || !strings.Contains(said, "approved:") {
			s.t.Fatalf("%s: %v %s", l.Does, err, said)
		}
		fmt.Fprintf(&s.page, "- **%s** %s.\n", l.As, l.Does)
		return
	case l.Elsewhere != "":
		s.consultant(l.Elsewhere)
		fmt.Fprintf(&s.page, "- **%s** %s.\n", l.As, l.Does)
		return
	}
	args := s.filled(l.Args)
	if strings.HasPrefix(s.who[l.As], "BIMSTREAM_PRINCIPAL=") && strings.Contains(s.who[l.As], `"kind":"agent"`) {
		args["reasoning"] = cmp.Or(l.Because, l.Does)
	}
	a := s.servers[l.As].ask(l.Call, args)
	s.check(l, a)
}

func (s *story) check(l storyLine, a answer) {
	s.t.Helper()
	var envelope any
	if err := json.Unmarshal(a.Text, &envelope); err != nil {
		s.t.Fatal(err)
	}
	outcome := ""
	switch {
	case l.Refused != "" && (a.Error == nil || a.Error.Name != l.Refused):
		s.t.Fatalf("%s %s: not refused as %s: %s", l.As, l.Does, l.Refused, a.Text)
	case l.Refused != "":
		outcome = ": **" + l.Refused + "**"
	case !a.Success:
		s.t.Fatalf("%s %s: %s", l.As, l.Does, a.Text)
	}
	for path, want := range l.Expect {
		if got := found(envelope, path); fmt.Sprint(got) != fmt.Sprint(want) {
			s.t.Fatalf("%s %s: %s is %v, not %v: %s", l.As, l.Does, path, got, want, a.Text)
		}
	}
	for name, path := range l.Save {
		s.saved[name] = fmt.Sprint(found(envelope, path))
	}
	var told []string
	for _, path := range slices.Sorted(slices.Values(append(slices.Collect(mapsKeys(l.Expect)), l.Tell...))) {
		told = append(told, fmt.Sprintf("%s %v", strings.TrimPrefix(path, "data."), found(envelope, path)))
	}
	if len(told) > 0 {
		outcome += ": " + strings.Join(slices.Compact(told), ", ")
	}
	text := fmt.Sprintf("- **%s** %s (`%s`)%s.\n", l.As, l.Does, l.Call, outcome)
	if l.Shown {
		shown, err := json.Marshal(l.Args)
		if err != nil {
			s.t.Fatal(err)
		}
		text = fmt.Sprintf("- **%s** %s: `%s` `%s`%s.\n", l.As, l.Does, l.Call, shown, outcome)
	}
	for name, value := range s.saved {
		if len(value) == 36 || strings.HasPrefix(name, "clash") {
			text = strings.ReplaceAll(text, value, "the "+name)
		}
	}
	s.page.WriteString(text)
}

func mapsKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// found returns the value at a dotted path, or nil.
func found(value any, path string) any {
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			switch {
			case step == "length":
				value = len(v)
			case err != nil || i >= len(v):
				return nil
			default:
				value = v[i]
			}
		default:
			return nil
		}
	}
	return value
}

// consultant replies with another program, which reads the file independently and writes another one.
func (s *story) consultant(name string) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.data, "out", "users", "ann", name))
	if err != nil {
		s.t.Fatal(err)
	}
	a, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 || len(a.Topics) != 1 || len(a.Topics[0].Viewpoints) != 1 {
		s.t.Fatalf("%v, %v: %+v", err, faults, a)
	}
	topic, at := &a.Topics[0], time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)
	topic.Title, topic.Status, topic.Modified, topic.ModifiedBy = topic.Title+" (and W2)",
		"Resolved", at, "eve@physics.example"
	topic.Comments = append(topic.Comments, bcf.Comment{GUID: bcf.DerivedGUID("answer"), Date: at,
		Author: "eve@physics.example", Text: "With a membrane, yes.", Viewpoint: topic.Viewpoints[0].GUID})
	var out bytes.Buffer
	if err = bcf.Write(&out, a, a.Version); err == nil {
		err = os.WriteFile(filepath.Join(s.data, "out", "users", "ann", "answer.bcf"), out.Bytes(), 0o644)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// illegalTaskMoves brings a task into every status and tries every move.
func (s *story) illegalTaskMoves() {
	s.t.Helper()
	ann := s.servers["ann"]
	means := map[tasks.Means]func(id string, to tasks.Status) (string, arguments){
		tasks.ByUpdate: func(id string, to tasks.Status) (string, arguments) {
			return "update_task", arguments{"task_id": id, "status": to}
		},
		tasks.ByComplete: func(id string, _ tasks.Status) (string, arguments) {
			return "complete_task", arguments{"task_id": id, "note": "n"}
		},
		tasks.ByReopen: func(id string, _ tasks.Status) (string,
			arguments) {
			return "reopen_task", arguments{"task_id": id}
		},
	}
	target := map[tasks.Means][]tasks.Status{tasks.ByUpdate: tasks.Statuses, tasks.ByComplete: {tasks.Completed},
		tasks.ByReopen: {tasks.Open}}
	way := map[tasks.Status][]tasks.Means{tasks.Open: nil, tasks.Completed: {tasks.ByComplete}}
	refused, legal := 0, 0
	for _, from := range tasks.Statuses {
		for _, by := range []tasks.Means{tasks.ByUpdate, tasks.ByComplete, tasks.ByReopen} {
			for _, to := range target[by] {
				var made struct {
					TaskID string `json:"task_id"`
				}
				ann.must("add_task", arguments{"title": fmt.Sprintf("%s to %s by %s", from, to, by)}, &made)
				if from != tasks.Open {
					step := append(way[from], tasks.ByUpdate)[0]
					tool, args := means[step](made.TaskID, from)
					ann.must(tool, args, nil)
				}
				tool, args := means[by](made.TaskID, to)
				a := ann.ask(tool, args)
				switch {
				case slices.Contains(tasks.Moves, tasks.Move{From: from, To: to, By: by}) ||
					from == to && by == tasks.ByUpdate:
					legal++
					if !a.Success {
						s.t.Errorf("%s to %s by %s: %s", from, to, by, a.Text)
					}
				default:
					refused++
					if a.code() != 1302 || a.Error.Data["state"] != string(from) || a.Error.Data["allowed"] == nil {
						s.t.Errorf("%s to %s by %s: %s", from, to, by, a.Text)
					}
				}
			}
		}
	}
	fmt.Fprintf(&s.page, "\n## What is not possible\n\nA task was taken to each status, and every move was tried: %d "+
		"are legal, %d were refused as ILLEGAL_STATE with the state and what is allowed. ", legal, refused)
}

// illegalRunMoves calls every tool that controls a run, in every state in which a run can stay.
func (s *story) illegalRunMoves() {
	s.t.Helper()
	tools := []runs.Means{runs.ByValidate, runs.ByFix, runs.ByResume, runs.ByCancel, runs.ByMerge}
	refused, states := 0, map[string]bool{}
	var list struct {
		Runs []runState `json:"runs"`
	}
	ann := s.servers["ann"]
	ann.must("run_start", arguments{"configuration": arguments{"name": "by hand",
		"gates": []arguments{{"name": "data", "tool": "data_completeness",
			"args": arguments{"required_params": []string{"Pset_WallCommon.FireRating"}}}},
		"values": arguments{"Pset_WallCommon.FireRating": "REI 30"}}}, nil)
	ann.must("run_start", arguments{"configuration": arguments{"name": "nothing to do",
		"gates": []arguments{{"name": "clashes", "tool": "clash_detection"}}}}, nil)
	ann.must("run_start", arguments{"configuration": arguments{"name": "stuck",
		"gates": []arguments{{"name": "data", "tool": "data_completeness",
			"args": arguments{"required_params": []string{"Pset_WallCommon.LoadBearing"}}}}}}, nil)
	ann.must("run_list", arguments{}, &list)
	for _, run := range list.Runs {
		states[run.State] = true
		for _, by := range tools {
			if slices.Contains(runs.Allowed(runs.State(run.State)), string(by)) ||
				by == runs.ByFix && run.State == string(runs.Paused) {
				continue // legal, or FIX_EXHAUSTED
			}
			refused++
			if a := ann.ask(string(by), arguments{"run_id": run.ID}); a.code() != 1302 ||
				a.Error.Data["state"] != run.State {
				s.t.Errorf("%s of a run that is %s: %s", by, run.State, a.Text)
			}
		}
	}
	for _, want := range []runs.State{runs.Fixing, runs.Paused, runs.ReadyToMerge, runs.Merged,
		runs.Cancelled, runs.Failed} {
		if !states[string(want)] {
			s.t.Errorf("no run stays %s: %v", want, states)
		}
	}
	fmt.Fprintf(&s.page, "Of runs that are fixing, paused, ready to merge, merged, cancelled and failed, %d calls "+
		"were refused so.\n", refused)
}

// states checks in the log that every state of tasks and runs was reached.
func (s *story) states() {
	s.t.Helper()
	text, _, _ := run(s.t, "events", "--all", "--data", s.data)
	log := strings.ReplaceAll(text, `": "`, `":"`)
	for _, state := range tasks.Statuses {
		if state != tasks.Open && state != tasks.Completed && !strings.Contains(log, `"status":"`+string(state)+`"`) {
			s.t.Errorf("no task was %s", state)
		}
	}
	for _, state := range runs.States {
		if state != runs.Created && state != runs.Merged && !strings.Contains(log, `"to":"`+string(state)+`"`) {
			s.t.Errorf("no run was %s", state)
		}
	}
	for _, event := range []string{"task.added", "task.completed", "task.reopened", "task.exchanged", "run.created",
		"run.merged", "branch.archived", "model.shared"} {
		if !strings.Contains(log, `"type":"`+event+`"`) {
			s.t.Errorf("there is no event %s", event)
		}
	}
}
