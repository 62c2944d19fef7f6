package files

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/ifc/bcf"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
)

// topicFields are the fields common to tasks and topics, by name and as comparable texts: a list has one entry per
// line.
type topicFields map[string]string

// fieldNames are the names of the fields in the order of replies.
var fieldNames = []string{"title", "description", "status", "task_type", "priority", "labels",
	"assignee", "due", "stage", "links"}

func fieldsOfTopic(t *bcf.Topic) topicFields {
	status, _ := meaning(statusWords, t.Status)
	priority, _ := meaning(priorityWords, t.Priority)
	due := ""
	if !t.Due.IsZero() {
		due = t.Due.Format(time.DateOnly) // the day in the time zone of the file
	}
	assignee := tasktools.PlainLine(t.AssignedTo, tasks.MaxName)
	if assignee == tasks.Everybody {
		assignee = ""
	}
	var labels, links []string
	for _, label := range t.Labels {
		labels = append(labels, tasktools.PlainLine(label, tasks.MaxName))
	}
	for _, link := range t.ReferenceLinks {
		if isLink(link) {
			links = append(links, link)
		}
	}
	return topicFields{
		"title":       cmp.Or(tasktools.PlainLine(t.Title, tasks.MaxTitle), "untitled"),
		"description": tasktools.PlainText(t.Description, tasks.MaxText), "status": string(status),
		"task_type": tasktools.PlainLine(strings.TrimPrefix(t.Type, bcf.Undefined),
			tasks.MaxName), "priority": string(priority),
		"labels":   inLines(labels, tasks.MaxLabels),
		"assignee": assignee, "due": due, "stage": tasktools.PlainLine(t.Stage, tasks.MaxName),
		"links": strings.Join(links[:min(len(links), tasks.MaxLinks)], "\n"),
	}
}

// inLines returns a set as sorted lines.
func inLines(set []string, most int) string {
	set = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(set))), func(s string) bool { return s == "" })
	return strings.Join(set[:min(len(set), most)], "\n")
}

// isLink reports whether a reference of a topic is an address that a task can hold. Other references stay with the
// topic.
func isLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && slices.Contains([]string{"http", "https", "bim"}, u.Scheme) && len(text) < tasks.MaxText &&
		tasktools.PlainLine(text, tasks.MaxText) == text
}

func fieldsOfTask(t *tasks.Task) topicFields {
	var links []string
	for _, l := range t.Links {
		links = append(links, l.URL)
	}
	return topicFields{
		"title": tasktools.PlainLine(t.Title, tasks.MaxTitle), "description": tasktools.PlainText(t.Description,
			tasks.MaxText),
		"status": string(t.Status), "task_type": tasktools.PlainLine(t.Type, tasks.MaxName),
		"priority": string(t.Priority), "labels": inLines(t.Labels, tasks.MaxLabels), "assignee": t.Assignee,
		"due": t.Due, "stage": tasktools.PlainLine(t.Stage, tasks.MaxName),
		"links": strings.Join(links, "\n"),
	}
}

func lines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// setTopic sets a field of a topic to the value of a task. A word of the topic that already means the value stays.
func setTopic(t *bcf.Topic, name, value string) {
	switch name {
	case "title":
		t.Title = value
	case "description":
		t.Description = value
	case "status":
		t.Status = wordFor(statusWords, tasks.Status(value), t.Status)
	case "task_type":
		t.Type = value
	case "priority":
		t.Priority = wordFor(priorityWords, tasks.Priority(value), t.Priority)
	case "labels":
		t.Labels = lines(value)
	case "assignee":
		t.AssignedTo = value
	case "due":
		t.Due, _ = time.Parse(time.DateOnly, value) // the zero time if there is no due date
	case "stage":
		t.Stage = value
	case "links":
		t.ReferenceLinks = append(slices.DeleteFunc(slices.Clone(t.ReferenceLinks), isLink), lines(value)...)
	}
}

// copyField copies a field of one topic to another.
func copyField(to, from *bcf.Topic, name string) {
	switch name {
	case "title":
		to.Title = from.Title
	case "description":
		to.Description = from.Description
	case "status":
		to.Status = from.Status
	case "task_type":
		to.Type = from.Type
	case "priority":
		to.Priority = from.Priority
	case "labels":
		to.Labels = from.Labels
	case "assignee":
		to.AssignedTo = from.AssignedTo
	case "due":
		to.Due = from.Due
	case "stage":
		to.Stage = from.Stage
	case "links":
		to.ReferenceLinks = from.ReferenceLinks
	}
}

// changesOf returns the changes of a task that set the fields, and separately the new status, or nil.
func changesOf(fields topicFields) (set tasks.Changes, status *tasks.Status) {
	text := func(name string) *string {
		if value, there := fields[name]; there {
			return &value
		}
		return nil
	}
	set.Title, set.Description, set.Type, set.Assignee, set.Due, set.Stage = text("title"), text("description"),
		text("task_type"), text("assignee"), text("due"), text("stage")
	if value, there := fields["priority"]; there {
		priority := tasks.Priority(value)
		set.Priority = &priority
	}
	if value, there := fields["labels"]; there {
		labels := lines(value)
		set.Labels = &labels
	}
	if value, there := fields["links"]; there {
		links := []tasks.Link{}
		for _, address := range lines(value) {
			links = append(links, tasks.Link{URL: address})
		}
		set.Links = &links
	}
	if value, there := fields["status"]; there {
		to := tasks.Status(value)
		status = &to
	}
	return set, status
}
