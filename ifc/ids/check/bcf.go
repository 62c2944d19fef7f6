package check

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bimstream/bimstream/ifc/bcf"
)

// bcfAuthor is the author of the topics that a check writes.
const bcfAuthor = "bimstream check-ids"

// WriteBCF writes the failures as topics of BCF 2.1. Each failed requirement becomes a topic that selects its failed
// elements and has a comment for each failure in the report. A specification that fails as a whole becomes one topic.
// Topics have no camera because the report has no coordinates. The same report, model name and time give the same
// bytes.
func (r *Report) WriteBCF(w io.Writer, model string, at time.Time) error {
	a := &bcf.Archive{Project: bcf.Project{ID: bcf.DerivedGUID("ids", r.Title), Name: r.Title}}
	for _, s := range r.Specifications {
		if s.Status != Fail {
			continue
		}
		before := len(a.Topics)
		for i, q := range s.Requirements {
			if q.Failed > 0 {
				a.Topics = append(a.Topics, r.topic(&s, &q, i, model, at))
			}
		}
		if len(a.Topics) == before {
			a.Topics = append(a.Topics, bcf.Topic{
				GUID: bcf.DerivedGUID("ids", r.Title, s.Name), Type: "Error", Status: "Open",
				Title:       fmt.Sprintf("%d. %s", s.Index, s.Name),
				Description: s.Message, Created: at, Author: bcfAuthor,
				Files: []bcf.HeaderFile{{External: true, Filename: model, Date: at}},
			})
		}
	}
	return bcf.Write(w, a, bcf.V21)
}

func (r *Report) topic(s *Specification, q *Requirement, i int, model string, at time.Time) bcf.Topic {
	key := fmt.Sprintf("%s\x00%d", s.Name, i)
	t := bcf.Topic{
		GUID: bcf.DerivedGUID("ids", r.Title, key), Type: "Error", Status: "Open", Priority: "High",
		Title:   fmt.Sprintf("%d. %s: %s", s.Index, s.Name, q.Text),
		Created: at, Author: bcfAuthor, Labels: []string{"IDS"},
		Files: []bcf.HeaderFile{{External: true, Filename: model, Date: at}},
	}
	lines := []string{fmt.Sprintf("%d elements fail: %s", q.Failed, q.Text)}
	for _, text := range []string{s.Description, s.Instructions, q.Instructions} {
		if text != "" {
			lines = append(lines, text)
		}
	}
	if q.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("%d of them are not listed here", q.Omitted))
	}
	t.Description = strings.Join(lines, "\n")
	view := bcf.Viewpoint{GUID: bcf.DerivedGUID("ids view", r.Title, key), Visibility: bcf.Visibility{Default: true}}
	for _, f := range q.Failures {
		if f.GlobalID != "" {
			view.Selection = append(view.Selection, bcf.Component{IfcGUID: f.GlobalID})
		}
	}
	if len(view.Selection) > 0 {
		t.Viewpoints = []bcf.Viewpoint{view}
	}
	for n, f := range q.Failures {
		c := bcf.Comment{
			GUID: bcf.DerivedGUID("ids comment", r.Title, key, f.GlobalID, fmt.Sprint(n)), Date: at, Author: bcfAuthor,
			Text: strings.TrimSpace(fmt.Sprintf("%s %s %q (#%d): %s", f.Class, f.GlobalID,
				f.Name, f.Instance, f.Message)),
		}
		if f.GlobalID != "" {
			c.Viewpoint = view.GUID
		}
		t.Comments = append(t.Comments, c)
	}
	return t
}
