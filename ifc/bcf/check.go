package bcf

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// The patterns of GUIDs, GlobalIds and colours in the schemas.
var (
	guidForm   = regexp.MustCompile(`^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$`)
	ifcForm    = regexp.MustCompile(`^[0-9A-Za-z_$]{22}$`)
	colourForm = regexp.MustCompile(`^[0-9A-F]{6}([0-9A-F]{2})?$`)
)

// checker keeps the first fault that prevents an archive from being written.
type checker struct {
	version Version
	seen    map[string]bool // GUIDs that were already used
	err     error
}

// check returns an error if an archive breaks the schemas of a version.
func check(a *Archive, v Version) error {
	c := &checker{version: v, seen: map[string]bool{}}
	c.that(v == V21 || v == V30, "there is no version %q: give 2.1 or 3.0", v)
	for _, d := range a.Documents {
		c.guid(d.GUID, "document %q", d.Filename)
		c.text(d.Filename, "the file name of document %s", d.GUID)
	}
	for i := range a.Topics {
		c.topic(a, &a.Topics[i])
	}
	return c.err
}

func (c *checker) that(ok bool, form string, args ...any) {
	if !ok && c.err == nil {
		c.err = fmt.Errorf(form, args...)
	}
}

// guid checks that a GUID is valid and not used twice.
func (c *checker) guid(guid, form string, args ...any) {
	what := fmt.Sprintf(form, args...)
	c.that(guidForm.MatchString(guid), "%s has no GUID but %q", what, guid)
	c.that(!c.seen[guid], "%s has the GUID %s of something else", what, guid)
	c.seen[guid] = true
}

func (c *checker) text(text, form string, args ...any) {
	c.that(strings.TrimSpace(text) != "", "%s is blank", fmt.Sprintf(form, args...))
}

func (c *checker) time(t time.Time, form string, args ...any) {
	c.that(!t.IsZero() && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999, "%s is not there", fmt.Sprintf(form, args...))
}

func (c *checker) topic(a *Archive, t *Topic) {
	c.guid(t.GUID, "topic %q", t.Title)
	c.text(t.Title, "the title of topic %s", t.GUID)
	c.text(t.Author, "the author of topic %s", t.GUID)
	c.time(t.Created, "the time of topic %s", t.GUID)
	for _, f := range t.Files {
		c.that(f.IfcProject == "" || ifcForm.MatchString(f.IfcProject),
			"topic %s: %q is no GlobalId of a project", t.GUID, f.IfcProject)
		c.that(f.IfcSpatial == "" || ifcForm.MatchString(f.IfcSpatial),
			"topic %s: %q is no GlobalId of a spatial element", t.GUID, f.IfcSpatial)
	}
	if s := t.Snippet; s != nil {
		c.text(s.Type, "the type of the snippet of topic %s", t.GUID)
		c.text(s.Reference, "the reference of the snippet of topic %s", t.GUID)
		c.text(s.Schema, "the schema of the snippet of topic %s", t.GUID)
	}
	for _, r := range t.Documents {
		c.guid(r.GUID, "a document reference of topic %s", t.GUID)
		_, known := a.document(r.Document)
		c.that(known || r.Document == "" && r.URL != "",
			"topic %s refers to document %q, which is not there", t.GUID, r.Document)
	}
	for _, guid := range t.Related {
		c.that(guidForm.MatchString(guid), "topic %s: %q is no GUID of a related topic", t.GUID, guid)
	}
	views := map[string]bool{}
	for i := range t.Viewpoints {
		views[t.Viewpoints[i].GUID] = true
		c.viewpoint(t.GUID, &t.Viewpoints[i])
	}
	for i := range t.Comments {
		c.comment(t.GUID, views, &t.Comments[i])
	}
}

func (c *checker) comment(topic string, views map[string]bool, m *Comment) {
	c.guid(m.GUID, "a comment of topic %s", topic)
	c.text(m.Author, "the author of comment %s", m.GUID)
	c.time(m.Date, "the time of comment %s", m.GUID)
	c.that(m.Viewpoint == "" || views[m.Viewpoint], "comment %s points to viewpoint %s, which its topic has not",
		m.GUID, m.Viewpoint)
}

func (c *checker) viewpoint(topic string, v *Viewpoint) {
	c.guid(v.GUID, "a viewpoint of topic %s", topic)
	c.that(v.Camera != nil || c.version == V21, "viewpoint %s has no camera", v.GUID)
	if v.Camera != nil {
		c.camera(v.GUID, v.Camera)
	}
	c.components(v.GUID, v.Selection)
	c.components(v.GUID, v.Visibility.Exceptions)
	for _, paint := range v.Colouring {
		c.that(colourForm.MatchString(paint.Colour), "viewpoint %s: %q is no colour such as FF0000", v.GUID,
			paint.Colour)
		c.that(len(paint.Components) > 0, "viewpoint %s: the colour %s is of no component", v.GUID, paint.Colour)
		c.components(v.GUID, paint.Components)
	}
	points := []Point{}
	for _, l := range v.Lines {
		points = append(points, l.Start, l.End)
	}
	for _, p := range v.Clipping {
		points = append(points, p.Location, p.Direction)
	}
	for _, b := range v.Bitmaps {
		points = append(points, b.Location, b.Normal, b.Up, Point{b.Height, 0, 0})
		c.that(imageKind(b.Data) != "", "viewpoint %s: a bitmap is neither PNG nor JPEG", v.GUID)
	}
	for _, p := range points {
		c.that(p.finite(), "viewpoint %s has a coordinate that is no number", v.GUID)
	}
	c.that(len(v.Snapshot) == 0 || imageKind(v.Snapshot) != "",
		"the snapshot of viewpoint %s is neither PNG nor JPEG", v.GUID)
}

func (c *checker) components(viewpoint string, list []Component) {
	for _, x := range list {
		c.that(x.IfcGUID == "" || ifcForm.MatchString(x.IfcGUID),
			"viewpoint %s: %q is no GlobalId", viewpoint, x.IfcGUID)
		c.that(x != Component{}, "viewpoint %s has a component without an id", viewpoint)
	}
}

func (c *checker) camera(viewpoint string, m *Camera) {
	sizes := Point{m.FieldOfView, m.Height, m.Aspect}
	c.that(m.Eye.finite() && m.Direction.finite() && m.Up.finite() && sizes.finite(),
		"the camera of viewpoint %s has a coordinate that is no number", viewpoint)
	c.that(m.Direction.length() > 0 && m.Up.length() > 0, "the camera of viewpoint %s has no direction", viewpoint)
	c.that(m.Aspect >= 0, "the camera of viewpoint %s has a negative aspect", viewpoint)
	if m.FieldOfView != 0 {
		least, most := 0.0, 180.0 // both bounds are excluded
		if c.version == V21 {
			least, most = 1-1e-9, 170+1e-9 // both bounds are included
		}
		c.that(m.FieldOfView > least && m.FieldOfView < most,
			"the field of view of viewpoint %s is %v degrees", viewpoint, m.FieldOfView)
	} else {
		c.that(m.Height > 0, "the camera of viewpoint %s shows nothing: give field of view or height", viewpoint)
	}
}
