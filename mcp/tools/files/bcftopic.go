package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
	"github.com/bimstream/bimstream/projections/validation"
)

// The size of snapshots: the longest side may have 1500 pixels.
const (
	snapshotWidth  = 960
	snapshotHeight = 640
)

// bcfStatuses are the statuses of topics by the statuses of their findings.
var bcfStatuses = map[validation.Status]string{
	validation.New: "Open", validation.Active: "Open", validation.Reviewed: "In Progress",
	validation.Approved: "Closed", validation.Resolved: "Closed", "": "Open",
}

// bcfGroup is the findings of one topic.
type bcfGroup struct {
	key, title string
	findings   []bcfFinding
}

// groups returns the groups of findings, in the order of their first findings.
func (s *bcfSource) groups(by bcfGrouping) (out []bcfGroup) {
	place, often := map[string]int{}, s.often()
	for _, f := range s.findings {
		key, title := f.key, f.title
		if by != "" && by != "none" {
			key, title = s.groupOf(&f, by, often)
		}
		at, known := place[key]
		if !known {
			at = len(out)
			place[key], out = at, append(out, bcfGroup{key: key, title: title})
		}
		out[at].findings = append(out[at].findings, f)
	}
	for i := range out {
		if n := len(out[i].findings); by != "" && by != "none" {
			out[i].title = clipped(fmt.Sprintf("%s: %d %s", out[i].title, n, plural(n, "finding")))
		}
	}
	return out
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// often counts the findings of each element.
func (s *bcfSource) often() map[state.ID]int {
	out := map[state.ID]int{}
	for _, f := range s.findings {
		for _, e := range f.elements {
			out[e.ID]++
		}
	}
	return out
}

// groupOf returns the key and the title of a finding's group. Grouping by element takes the finding's element that has
// the most findings.
func (s *bcfSource) groupOf(f *bcfFinding, by bcfGrouping, often map[state.ID]int) (key, title string) {
	key = "group " + string(by) + " "
	switch by {
	case "element":
		if len(f.elements) == 0 {
			return key, "no element"
		}
		e := slices.MaxFunc(f.elements, func(a, b validation.Element) int {
			return cmp.Or(cmp.Compare(often[a.ID], often[b.ID]), cmp.Compare(b.ID, a.ID))
		})
		return key + string(e.ID), cmp.Or(e.Name, string(e.ID))
	case "category":
		var names []string
		for _, e := range f.elements {
			names = append(names, string(e.Category))
		}
		slices.Sort(names)
		title = cmp.Or(strings.Join(slices.Compact(names), " + "), "no element")
		return key + title, title
	case "level":
		if level, ok := s.view.Model.Element(f.level); ok {
			return key + string(level.ID), level.Name
		}
		return key, "no level"
	}
	return key + f.rule, f.rule
}

// archive makes the topics, and counts them in the reply.
func (s *bcfSource) archive(ctx context.Context, c *mcp.Call, a *exportBCF, data *bcfData) (*bcf.Archive, error) {
	if err := s.view.Ready(ctx); err != nil {
		return nil, err
	}
	groups := s.groups(a.GroupBy)
	kept := groups[:min(len(groups), a.MaxTopics)]
	for _, rest := range groups[len(kept):] {
		data.LeftOut += len(rest.findings)
	}
	made, told := make([]madeTopic, len(kept)), topicsTold{call: c, total: len(kept)}
	processors.Each(len(kept), func(i int) {
		if ctx.Err() == nil {
			made[i] = s.topic(ctx, a, &kept[i], data.IfcFile)
			told.one()
		}
	})
	out := &bcf.Archive{Project: bcf.Project{ID: s.view.ModelID, Name: s.view.Model.Info().Name}}
	for i, m := range made {
		if err := cmp.Or(ctx.Err(), m.err); err != nil {
			return nil, err
		}
		n := len(kept[i].findings)
		out.Topics = append(out.Topics, m.topic)
		data.Total, data.Findings, data.Unplaced = data.Total+1, data.Findings+n, data.Unplaced+m.unplaced
		if i < bcfTopicsShown {
			data.Topics = append(data.Topics, bcfTopicEntry{m.topic.GUID, m.topic.Title, n})
		}
	}
	return out, nil
}

// topicsTold reports the progress of making topics, from any goroutine.
type topicsTold struct {
	mu          sync.Mutex
	call        *mcp.Call
	done, total int
}

func (t *topicsTold) one() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	t.call.Progress(float64(t.done), float64(t.total), "topics made")
}

// madeTopic is the topic of a group, with the number of its findings without viewpoint.
type madeTopic struct {
	topic    bcf.Topic
	unplaced int
	err      error
}

// linkedFiles returns the header files of the linked models with elements in a group, in the order of their names.
func (s *bcfSource) linkedFiles(g *bcfGroup) (out []bcf.HeaderFile) {
	for _, p := range s.view.Parts() {
		of := func(e validation.Element) bool {
			part, _ := s.view.PartOf(e.ID)
			return part == p
		}
		if slices.ContainsFunc(g.findings, func(f bcfFinding) bool { return slices.ContainsFunc(f.elements, of) }) {
			out = append(out, bcf.HeaderFile{IfcProject: ifc.DerivedGlobalID(p.View.ModelID, "project"), External: true,
				Filename: ifcName(p.View), Date: p.View.At})
		}
	}
	return out
}

// topic makes the topic of a group.
func (s *bcfSource) topic(ctx context.Context, a *exportBCF, g *bcfGroup, ifcFile string) (out madeTopic) {
	first := &g.findings[0]
	out.topic = bcf.Topic{
		GUID: s.guid("topic", g.key), Type: first.kind, Status: bcfStatuses[first.state.Status],
		Title: clipped(g.title), Description: first.text,
		Priority: first.priority, AssignedTo: first.assigned, Created: first.created, Author: s.author,
		Files: []bcf.HeaderFile{{IfcProject: ifc.DerivedGlobalID(s.view.Model.Info().ID, "project"), External: true,
			Filename: ifcFile, Date: s.view.At}},
	}
	t := &out.topic
	t.Files = append(t.Files, s.linkedFiles(g)...)
	if len(g.findings) > 1 {
		t.Description = g.title
	}
	labels := map[string]bool{}
	for i := range g.findings {
		f := &g.findings[i]
		if f.created.Before(t.Created) {
			t.Created = f.created
		}
		for _, label := range []string{f.rule, string(f.state.Status)} {
			if label != "" && !labels[label] {
				labels[label], t.Labels = true, append(t.Labels, label)
			}
		}
		v, err := s.viewpoint(ctx, a, f)
		if state.CodeOf(err) == state.NotFound {
			out.unplaced++
		} else if err != nil {
			out.err = err
			return out
		} else {
			v.Index = new(int)
			*v.Index = len(t.Viewpoints)
			t.Viewpoints = append(t.Viewpoints, *v)
		}
		s.comments(t, f, v)
	}
	return out
}

// guid returns a GUID for a part of a finding or a group, which is the same in every export of the model.
func (s *bcfSource) guid(what, key string) string {
	return bcf.DerivedGUID(what, s.view.ModelID, s.view.Branch, key)
}

// comments adds the text of a finding, and the latest statement about it, as comments.
func (s *bcfSource) comments(t *bcf.Topic, f *bcfFinding, v *bcf.Viewpoint) {
	c := bcf.Comment{GUID: s.guid("comment", t.GUID+f.key), Date: f.created, Author: s.author, Text: f.text}
	if v != nil {
		c.Viewpoint = v.GUID
	}
	t.Comments = append(t.Comments, c)
	if f.state.UserID == "" {
		return
	}
	said := fmt.Sprintf("%s: %s", f.state.Status, f.state.Reason)
	if until := f.state.Until; !until.IsZero() {
		said = fmt.Sprintf("%s until %s: %s", validation.Approved, until.UTC().Format(time.RFC3339), f.state.Reason)
	}
	t.Comments = append(t.Comments, bcf.Comment{GUID: s.guid("remark", t.GUID+f.key+f.state.At.String()),
		Date: f.state.At, Author: f.state.UserID, Text: said})
	if f.state.At.After(t.Modified) {
		t.Modified, t.ModifiedBy = f.state.At, f.state.UserID
	}
}

// viewpoint returns a viewpoint of a finding. The error is NOT_FOUND if nothing of it is visible.
func (s *bcfSource) viewpoint(ctx context.Context, a *exportBCF, f *bcfFinding) (*bcf.Viewpoint, error) {
	place := scenes.Place{Box: f.box}
	v := &bcf.Viewpoint{Visibility: bcf.Visibility{Default: true}}
	for _, e := range f.elements {
		if _, there := s.view.Model.Element(e.ID); !there {
			continue
		}
		component := bcf.Component{IfcGUID: ifc.GlobalID(e.ID), OriginatingSystem: "bimstream",
			AuthoringToolID: string(e.ID)}
		v.Selection = append(v.Selection, component)
		v.Colouring = coloured(v.Colouring, scenes.Marked(len(place.Elements)), component)
		v.Visibility.Spaces = v.Visibility.Spaces || e.Category == state.CategoryRoom
		v.Visibility.Openings = v.Visibility.Openings || e.Category == state.CategoryOpening
		place.Elements = append(place.Elements, e.ID)
	}
	sight, err := scenes.See(ctx, s.view, place, float64(snapshotWidth)/snapshotHeight)
	if err != nil {
		return nil, err
	}
	c := sight.Camera
	v.Camera = &bcf.Camera{Eye: bcfPoint(c.Eye), Direction: bcfPoint(c.Forward), Up: bcfPoint(c.Up),
		FieldOfView: c.FieldOfView.Degrees(), Aspect: c.Aspect}
	for _, p := range sight.Cut {
		v.Clipping = append(v.Clipping, bcf.ClippingPlane{Location: bcfPoint(p.At), Direction: bcfPoint(p.Normal)})
	}
	if !a.NoPicture {
		if v.Snapshot, err = sight.Snapshot(ctx, snapshotWidth, snapshotHeight); err != nil {
			return nil, errors.Join(err, ctx.Err())
		}
	}
	// another state shows something else, and a viewpoint never changes
	v.GUID = s.guid("viewpoint", fmt.Sprintf("%s %d %v", f.key, s.view.Revision, a.GroupBy))
	return v, nil
}

// coloured adds a component under its colour.
func coloured(list []bcf.Colouring, colour render.Colour, c bcf.Component) []bcf.Colouring {
	text := fmt.Sprintf("%02X%02X%02X", colour[0], colour[1], colour[2])
	for i := range list {
		if list[i].Colour == text {
			list[i].Components = append(list[i].Components, c)
			return list
		}
	}
	return append(list, bcf.Colouring{Colour: text, Components: []bcf.Component{c}})
}

// fileOrigin returns the offset between the model and its files. With sign 1 it is the model's origin in the
// coordinates of the files. With sign -1 it is the files' origin in the coordinates of the model.
func fileOrigin(v *projections.View, sign float64) bcf.Point {
	at := shape.Offset(v.Model)
	return bcf.Point{X: sign * at.X.M(), Y: sign * at.Y.M()}
}

// bcfPoint returns a point rounded to a micrometre, or a direction rounded to as many digits.
func bcfPoint(v render.Vector) bcf.Point {
	return bcf.Point{X: app.Round6(v.X), Y: app.Round6(v.Y), Z: app.Round6(v.Z)}
}
