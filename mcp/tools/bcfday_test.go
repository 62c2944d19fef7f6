package tools

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/bimstream/bimstream/ifc/bcf"
)

// topicsIn returns the topics in an exported file.
func topicsIn(t *testing.T, path string) []bcf.Topic {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 {
		t.Fatalf("%s: %v, %v", path, err, faults)
	}
	return a.Topics
}

// TestATaskGoesOutWithTheWordsOfTopics checks that a task that was never exchanged is exported with the status words of
// the table, such as Open for an open task.
func TestATaskGoesOutWithTheWordsOfTopics(t *testing.T) {
	o := newOffice(t)
	o.ok("add_task", `{"title":"plain"}`)
	o.ok("add_task", `{"title":"urgent","priority":"critical"}`)
	for _, version := range []string{"2.1", "3.0"} {
		out := o.ok("export_bcf", `{"all_tasks":true,"version":"%s"}`, version).at("path").text()
		priorities := map[string]string{"plain": "Normal", "urgent": "Critical"}
		for _, topic := range topicsIn(t, out) {
			if topic.Status != "Open" || topic.Priority != priorities[topic.Title] {
				t.Errorf("%s: %s is %q with priority %q", version, topic.Title, topic.Status, topic.Priority)
			}
		}
		if same := o.ok("import_bcf", `{"file":"%s"}`, out); same.at("same").number() != 2 {
			t.Errorf("%s: back again: %v", version, same.value)
		}
	}
}

// TestADayThatIsDueIsTheOneThatWasWritten checks due dates that programs write as midnight in their own time zone: the
// task gets the written day.
func TestADayThatIsDueIsTheOneThatWasWritten(t *testing.T) {
	o := newOffice(t)
	o.ok("add_task", `{"title":"here","due":"2026-06-01"}`)
	out := o.ok("export_bcf", `{"all_tasks":true}`).at("path").text()
	if due := topicsIn(t, out)[0].Due; !due.Equal(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("it goes out as %v", due)
	}
	for zone, hours := range map[string]int{"Berlin": 2, "Denver": -7, "Auckland": 12} {
		for hour := range 24 {
			due := time.Date(2026, 7, 15, hour, 0, 0, 0, time.FixedZone(zone, hours*3600))
			back := elsewhere(t, out, func(a *bcf.Archive) { a.Topics[0].Due = due })
			o.ok("import_bcf", `{"file":"%s"}`, back)
			task := o.ok("list_tasks", `{}`).at("tasks", 0)
			if day := task.at("due").text(); day != "2026-07-15" {
				t.Fatalf("%v is the day %s", due, day)
			}
		}
	}
	again := o.ok("export_bcf", `{"all_tasks":true}`).at("path").text()
	if same := o.ok("import_bcf", `{"file":"%s"}`, again); same.at("same").number() != 1 {
		t.Errorf("what went out is not what came in: %v", same.value)
	}
}

// TestATaskThatWentOutWithASignGetsItsWord checks a task that an earlier build exported with a sign in place of its
// status word. When another program has returned the topic, the task is exported with the word.
func TestATaskThatWentOutWithASignGetsItsWord(t *testing.T) {
	o := newOffice(t)
	o.ok("add_task", `{"title":"plain"}`)
	out := o.ok("export_bcf", `{"all_tasks":true}`).at("path").text()
	back := elsewhere(t, out, func(a *bcf.Archive) { a.Topics[0].Status, a.Topics[0].Priority = "-", "-" })
	o.ok("import_bcf", `{"file":"%s"}`, back)
	again := o.ok("export_bcf", `{"all_tasks":true}`).at("path").text()
	if topic := topicsIn(t, again)[0]; topic.Status != "Open" || topic.Priority != "Normal" {
		t.Errorf("it goes out as %q with priority %q", topic.Status, topic.Priority)
	}
}
