package files

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/ifc/bcf"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
)

// conflictPolicy is the treatment of a field that both sides changed.
type conflictPolicy string

const (
	keepOurs   conflictPolicy = "keep"   // the task stays as it is, and the conflict is reported again
	takeOurs   conflictPolicy = "ours"   // the task stays as it is, and the conflict is settled
	takeTheirs conflictPolicy = "theirs" // the task takes the value of the topic
)

// Enum lists the policies.
func (conflictPolicy) Enum() []string { return []string{"keep", "ours", "theirs"} }

// bcfConflict is a field that both sides changed since they last agreed.
type bcfConflict struct {
	Field  string `json:"field"`
	Base   string `json:"base" jsonschema:"what both said last"`
	Ours   string `json:"ours"`
	Theirs string `json:"theirs"`
	Taken  string `json:"taken" jsonschema:"ours or theirs"`
}

// topicMerge is the result of merging an imported topic with a task.
type topicMerge struct {
	take      topicFields // that the task takes over
	conflicts []bcfConflict
	comments  []tasks.Comment      // that the task takes over, new or with a new text
	kept      *tasktools.Exchanged // the topic that both sides share from then on
	same      bool                 // the task then agrees with kept
}

// mergeTopic compares a topic with the task and with the state in which both last agreed. Without such a base, every
// field that differs counts as changed on both sides.
func mergeTopic(t *tasks.Task, base, theirs *tasktools.Exchanged, policy conflictPolicy) *topicMerge {
	m := &topicMerge{take: topicFields{}, kept: theirs, same: true}
	ours, incoming := fieldsOfTask(t), fieldsOfTopic(&theirs.Topic)
	was := topicFields{}
	if base != nil {
		was = fieldsOfTopic(&base.Topic)
	}
	kept := *theirs
	for _, name := range fieldNames {
		switch {
		case incoming[name] == ours[name]:
		case base != nil && was[name] == incoming[name]: // only we changed it
			m.same = false
		case base != nil && was[name] == ours[name]:
			m.take[name] = incoming[name]
		default:
			m.conflict(name, was[name], ours[name], incoming[name], policy)
			if policy == keepOurs && base != nil {
				copyField(&kept.Topic, &base.Topic, name)
			}
		}
	}
	m.kept = &kept
	if base != nil {
		m.kept.AddAll(base)
	}
	m.comment(t, theirs)
	return m
}

func (m *topicMerge) conflict(name, base, ours, theirs string, policy conflictPolicy) {
	c := bcfConflict{name, clipped(base), clipped(ours), clipped(theirs), "ours"}
	if policy == takeTheirs {
		c.Taken, m.take[name] = "theirs", theirs
	} else {
		m.same = false
	}
	m.conflicts = append(m.conflicts, c)
}

// comment takes over the comments that are new or changed. Comments that the topic lacks stay, because programs leave
// out comments that they do not show.
func (m *topicMerge) comment(t *tasks.Task, theirs *tasktools.Exchanged) {
	for _, c := range commentsOf(&theirs.Topic) {
		i := slices.IndexFunc(t.Comments, func(k tasks.Comment) bool { return k.ID == c.ID })
		if i < 0 || t.Comments[i].Text != c.Text {
			m.comments = append(m.comments, c)
		}
	}
	for _, c := range t.Comments {
		if !slices.ContainsFunc(m.kept.Comments, func(k bcf.Comment) bool { return state.ID(k.GUID) == c.ID }) {
			m.same = false
		}
	}
}

// commentsOf returns the comments of a topic that have text. Other comments only point to a viewpoint, and stay with
// the topic.
func commentsOf(t *bcf.Topic) []tasks.Comment {
	var out []tasks.Comment
	for _, c := range t.Comments {
		if text := tasktools.PlainText(c.Text, tasks.MaxText); text != "" {
			out = append(out, tasks.Comment{ID: state.ID(c.GUID), Text: text,
				Claim: tasks.Claim{ClaimedAuthor: c.Author}, At: instant(c.Date)})
		}
	}
	return out
}
