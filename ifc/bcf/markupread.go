package bcf

import (
	"path"
	"strconv"
	"strings"
	"time"
)

// topicReader reads the files of one topic.
type topicReader struct {
	*unpacked
	archive *Archive
	name    string // file name of the markup
	folder  string
}

// topic reads a topic; ok is false if it has no GUID.
func (u *unpacked) topic(a *Archive, name, folder string) (t Topic, ok bool) {
	root := u.optional(name)
	n := root.child("Topic")
	if n == nil {
		u.fault(name, "there is no topic in it")
		return Topic{}, false
	}
	r := topicReader{u, a, name, folder}
	guid, ok := readGUID(n.attribute("Guid"))
	if !ok {
		if guid, ok = readGUID(path.Base(folder)); !ok {
			r.fault(name, "the topic has no GUID but %q", n.attribute("Guid"))
			return Topic{}, false
		}
	}
	t = Topic{
		GUID: guid, ServerID: n.attribute("ServerAssignedId"), Type: n.attribute("TopicType"),
		Status: n.attribute("TopicStatus"), Title: n.value("Title"),
		Description: n.value("Description"), Priority: n.value("Priority"), Stage: n.value("Stage"),
		AssignedTo: n.value("AssignedTo"), Index: r.index(n),
		Created: r.time(n, "CreationDate"), Author: n.value("CreationAuthor"), Modified: r.time(n, "ModifiedDate"),
		ModifiedBy: n.value("ModifiedAuthor"), Due: r.day(n, "DueDate"),
		ReferenceLinks: append(texts(n.all("ReferenceLink")), texts(n.child("ReferenceLinks").all("ReferenceLink"))...),
	}
	for _, labels := range n.all("Labels") { // texts in 2.1, a list in 3.0
		t.Labels = append(append(t.Labels, texts([]*node{labels})...), texts(labels.all("Label"))...)
	}
	t.Files, t.Snippet, t.Documents = r.files(root.child("Header")), r.snippet(n.child("BimSnippet")), r.references(n)
	related := append(n.all("RelatedTopic"), n.all("RelatedTopics")...) // 2.0 has the GUIDs in RelatedTopics
	for _, x := range append(related, n.child("RelatedTopics").all("RelatedTopic")...) {
		if guid, ok := readGUID(x.attribute("Guid")); ok {
			t.Related = append(t.Related, guid)
		}
	}
	r.viewpoints(&t, append(root.all("Viewpoints"), n.child("Viewpoints").all("ViewPoint")...))
	r.comments(&t, append(root.all("Comment"), n.child("Comments").all("Comment")...))
	return t, true
}

// texts returns the texts of the elements that are not blank.
func texts(nodes []*node) (out []string) {
	for _, n := range nodes {
		if text := n.own(); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func (r topicReader) index(n *node) *int {
	i, err := strconv.ParseInt(n.value("Index"), 10, 32)
	if err != nil {
		return nil
	}
	v := int(i)
	return &v
}

func (r topicReader) time(n *node, name string) time.Time {
	text := n.value(name)
	t, ok := readTime(text)
	if !ok && text != "" {
		r.fault(r.name, "%s is no time but %q", name, clip(text))
	}
	return t
}

// day reads a date like time, but keeps the time zone of the text, because the date is a day in that zone.
func (r topicReader) day(n *node, name string) time.Time {
	t := r.time(n, name)
	if written, err := time.Parse(time.RFC3339Nano, n.value(name)); err == nil && !t.IsZero() {
		return written
	}
	return t
}

// clip shortens a text from an archive for a message.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80])
	}
	return text
}

func (r topicReader) files(header *node) (out []HeaderFile) {
	for _, n := range append(header.all("File"), header.child("Files").all("File")...) {
		f := HeaderFile{External: n.attribute("IsExternal") == "" || readBool(n.attribute("IsExternal")),
			Filename: n.value("Filename"), Date: r.time(n, "Date"), Reference: n.value("Reference")}
		f.IfcProject, f.IfcSpatial = ifcGUID(n.attribute("IfcProject")),
			ifcGUID(n.attribute("IfcSpatialStructureElement"))
		out = append(out, f)
	}
	return out
}

// ifcGUID returns the text if it is a GlobalId, or "".
func ifcGUID(text string) string {
	if !ifcForm.MatchString(text) {
		return ""
	}
	return text
}

func (r topicReader) snippet(n *node) *Snippet {
	if n == nil {
		return nil
	}
	s := &Snippet{Type: n.attribute("SnippetType"), Schema: n.value("ReferenceSchema"), Reference: n.value("Reference"),
		External: readBool(n.attribute("IsExternal"))}
	if !s.External {
		data, ok := r.beside(s.Reference)
		if !ok {
			r.fault(r.name, "the snippet %q is not in the archive", clip(s.Reference))
			return nil
		}
		s.Data, s.Reference = data, path.Base(s.Reference)
	}
	return s
}

// beside returns a file by its path relative to the topic's folder.
func (r topicReader) beside(name string) ([]byte, bool) {
	if name == "" {
		return nil, false
	}
	return r.file(r.name, path.Join(r.folder, strings.ReplaceAll(name, `\`, "/")))
}

func (r topicReader) references(topic *node) (out []DocumentReference) {
	list := append(topic.all("DocumentReference"), topic.child("DocumentReferences").all("DocumentReference")...)
	for _, n := range topic.all("DocumentReferences") { // the element of 2.0
		if n.child("ReferencedDocument") != nil {
			list = append(list, n)
		}
	}
	for i, n := range list {
		d := DocumentReference{URL: n.value("Url"), Description: n.value("Description")}
		var ok bool
		if d.GUID, ok = readGUID(n.attribute("Guid")); !ok {
			d.GUID = DerivedGUID("document reference", r.folder, strconv.Itoa(i))
		}
		d.Document, _ = readGUID(n.value("DocumentGuid"))
		if name := n.value("ReferencedDocument"); name != "" {
			if readBool(n.attribute("IsExternal")) {
				d.URL = name
			} else {
				d.Document = r.document(name, d.Description)
			}
		}
		if _, known := r.archive.document(d.Document); !known && d.URL == "" {
			r.fault(r.name, "a document that the topic refers to is not in the archive")
			continue
		}
		out = append(out, d)
	}
	return out
}

// document adds a document of 2.1, which is a file in the archive, to the archive's list and returns its GUID.
func (r topicReader) document(name, description string) string {
	place := path.Join(r.folder, strings.ReplaceAll(name, `\`, "/"))
	guid := DerivedGUID("document", strings.ToLower(place))
	if _, known := r.archive.document(guid); known {
		return guid
	}
	data, ok := r.beside(name)
	if !ok {
		return ""
	}
	r.archive.Documents = append(r.archive.Documents, Document{guid, path.Base(place), description, data})
	return guid
}

func (r topicReader) comments(t *Topic, list []*node) {
	views := map[string]bool{}
	for i := range t.Viewpoints {
		views[t.Viewpoints[i].GUID] = true
	}
	for i, n := range list {
		c := Comment{Date: r.time(n, "Date"), Author: n.value("Author"), Text: n.value("Comment"),
			Modified: r.time(n, "ModifiedDate"), ModifiedBy: n.value("ModifiedAuthor")}
		var ok bool
		if c.GUID, ok = readGUID(n.attribute("Guid")); !ok {
			c.GUID = DerivedGUID("comment", t.GUID, strconv.Itoa(i))
		}
		if guid, ok := readGUID(n.child("Viewpoint").attribute("Guid")); ok && views[guid] {
			c.Viewpoint = guid
		} else if ok {
			r.fault(r.name, "comment %s points to viewpoint %s, which the topic has not", c.GUID, guid)
		}
		t.Comments = append(t.Comments, c)
	}
}

// viewpoints reads the viewpoints that the markup names, or a viewpoint file with the usual name in the topic's folder.
func (r topicReader) viewpoints(t *Topic, list []*node) {
	for _, n := range list {
		if n.child("Viewpoint") == nil && n.child("Snapshot") == nil && n.attribute("Guid") == "" {
			continue // the list element of 3.0 has the name that a viewpoint has in 2.1
		}
		v := Viewpoint{Visibility: Visibility{Default: true}, Index: r.index(n)}
		r.viewpoint(&v, n.value("Viewpoint"))
		if guid, ok := readGUID(n.attribute("Guid")); ok {
			v.GUID = guid
		}
		if v.GUID == "" {
			v.GUID = DerivedGUID("viewpoint", t.GUID, n.value("Viewpoint"), n.value("Snapshot"))
		}
		if name := n.value("Snapshot"); name != "" {
			v.Snapshot = r.picture(name)
		}
		t.Viewpoints = append(t.Viewpoints, v)
	}
}

// picture returns an image by its name, or nil if it is missing or not a PNG or JPEG.
func (r topicReader) picture(name string) []byte {
	data, ok := r.beside(name)
	if !ok || imageKind(data) == "" {
		r.fault(r.name, "the picture %q is not in the archive, or neither PNG nor JPEG", clip(name))
		return nil
	}
	return data
}
