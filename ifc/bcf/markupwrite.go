package bcf

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// Undefined is written as the type or the status of a topic that lacks it, because 3.0 requires a type and a status.
const Undefined = "Undefined"

// topicWriter writes the files of one topic.
type topicWriter struct {
	version Version
	archive *Archive
	topic   *Topic
	files   []entry // the topic's files except the markup
}

// entry is a file of the archive.
type entry struct {
	name string
	data []byte
}

// older reports whether the version is 2.1, which writes lists as repeated elements.
func (w *topicWriter) older() bool { return w.version == V21 }

// list returns the parent for the elements of a list: a list element, or in 2.1 the given parent itself.
func (w *topicWriter) list(parent *node, name string, length int) *node {
	if w.older() || length == 0 {
		return parent
	}
	return parent.add(name)
}

// markup returns the markup of the topic. Elements are in the order of the schemas.
func (w *topicWriter) markup() *node {
	root := &node{name: "Markup"}
	if len(w.topic.Files) > 0 {
		w.header(w.list(root.add("Header"), "Files", len(w.topic.Files)))
	}
	t := w.topicElement(root)
	inTopic := t
	if w.older() {
		inTopic = root
	}
	comments := w.list(inTopic, "Comments", len(w.topic.Comments))
	for i := range w.topic.Comments {
		w.comment(comments, &w.topic.Comments[i])
	}
	viewpoints, name := w.list(inTopic, "Viewpoints", len(w.topic.Viewpoints)), "ViewPoint"
	if w.older() {
		name = "Viewpoints"
	}
	for i := range w.topic.Viewpoints {
		w.viewpoint(viewpoints.add(name, attribute{"Guid", w.topic.Viewpoints[i].GUID}), i)
	}
	return root
}

func (w *topicWriter) header(parent *node) {
	external := "IsExternal"
	if w.older() {
		external = "isExternal"
	}
	for _, f := range w.topic.Files {
		n := parent.add("File", attribute{"IfcProject", f.IfcProject},
			attribute{"IfcSpatialStructureElement", f.IfcSpatial}, attribute{external, boolText(f.External)})
		n.leaf("Filename", f.Filename)
		n.date("Date", f.Date)
		n.leaf("Reference", f.Reference)
	}
}

func (w *topicWriter) topicElement(root *node) *node {
	t := w.topic
	kind, status, server := t.Type, t.Status, t.ServerID
	if w.older() {
		server = ""
	} else {
		kind, status = orUndefined(kind), orUndefined(status)
	}
	n := root.add("Topic", attribute{"Guid", t.GUID}, attribute{"ServerAssignedId", server},
		attribute{"TopicType", kind}, attribute{"TopicStatus", status})
	w.list(n, "ReferenceLinks", len(t.ReferenceLinks)).leaves("ReferenceLink", t.ReferenceLinks)
	n.leaf("Title", t.Title)
	n.leaf("Priority", t.Priority)
	if t.Index != nil {
		n.leaf("Index", strconv.Itoa(*t.Index))
	}
	if w.older() {
		n.leaves("Labels", t.Labels)
	} else if len(t.Labels) > 0 {
		n.add("Labels").leaves("Label", t.Labels)
	}
	n.date("CreationDate", t.Created)
	n.leaf("CreationAuthor", t.Author)
	n.date("ModifiedDate", t.Modified)
	n.leaf("ModifiedAuthor", t.ModifiedBy)
	n.day("DueDate", t.Due)
	n.leaf("AssignedTo", t.AssignedTo)
	n.leaf("Stage", t.Stage)
	n.leaf("Description", t.Description)
	w.snippet(n)
	w.references(n)
	related := w.list(n, "RelatedTopics", len(t.Related))
	for _, guid := range t.Related {
		related.add("RelatedTopic", attribute{"Guid", guid})
	}
	return n
}

func orUndefined(text string) string {
	if text == "" {
		return Undefined
	}
	return text
}

func (w *topicWriter) snippet(parent *node) {
	s := w.topic.Snippet
	if s == nil {
		return
	}
	external, name := "IsExternal", s.Reference
	if w.older() {
		external = "isExternal"
	}
	if !s.External {
		name = path.Base(path.Clean("/" + s.Reference))
		w.files = append(w.files, entry{name, s.Data})
	}
	n := parent.add("BimSnippet", attribute{"SnippetType", s.Type}, attribute{external, boolText(s.External)})
	n.leaf("Reference", name)
	n.leaf("ReferenceSchema", s.Schema)
}

// references writes the references to documents; 2.1 keeps the documents in the folder of the topic.
func (w *topicWriter) references(parent *node) {
	list := w.list(parent, "DocumentReferences", len(w.topic.Documents))
	for _, r := range w.topic.Documents {
		if !w.older() {
			n := list.add("DocumentReference", attribute{"Guid", r.GUID})
			n.leaf("DocumentGuid", r.Document)
			n.leaf("Url", r.URL)
			n.leaf("Description", r.Description)
			continue
		}
		n := list.add("DocumentReference", attribute{"Guid", r.GUID},
			attribute{"isExternal", boolText(r.Document == "")})
		if d, ok := w.archive.document(r.Document); ok {
			name := w.free(path.Base(path.Clean("/"+d.Filename)), d.GUID)
			w.files = append(w.files, entry{name, d.Data})
			n.leaf("ReferencedDocument", name)
		} else {
			n.leaf("ReferencedDocument", r.URL)
		}
		n.leaf("Description", r.Description)
	}
}

// free returns a file name for a document in the topic's folder. It prefers the document's own name, which is stable
// from one exchange to the next. It returns another name if another file of the folder has that name or may get it.
func (w *topicWriter) free(name, guid string) string {
	taken := slices.ContainsFunc(w.files, func(f entry) bool { return strings.EqualFold(f.name, name) })
	for _, own := range []string{"markup.bcf", "viewpoint.bcfv", "snapshot.png", "snapshot.jpg"} {
		taken = taken || strings.EqualFold(own, name)
	}
	if taken || strings.HasSuffix(strings.ToLower(name), ".bcfv") {
		return guid + "-" + name
	}
	return name
}

func (w *topicWriter) comment(parent *node, c *Comment) {
	n := parent.add("Comment", attribute{"Guid", c.GUID})
	n.date("Date", c.Date)
	n.leaf("Author", c.Author)
	if w.older() && c.Text == "" {
		n.add("Comment") // required, but may be empty
	}
	n.leaf("Comment", c.Text)
	if c.Viewpoint != "" {
		n.add("Viewpoint", attribute{"Guid", c.Viewpoint})
	}
	n.date("ModifiedDate", c.Modified)
	n.leaf("ModifiedAuthor", c.ModifiedBy)
}

// viewpoint writes the file names of a viewpoint. Programs that read 2.1 expect fixed names for the first viewpoint.
func (w *topicWriter) viewpoint(n *node, i int) {
	v := &w.topic.Viewpoints[i]
	name, picture := v.GUID, v.GUID
	if w.older() && i == 0 {
		name, picture = "viewpoint", "snapshot"
	}
	n.leaf("Viewpoint", name+".bcfv")
	var bitmaps []string
	for j, b := range v.Bitmaps {
		bitmaps = append(bitmaps, v.GUID+"-"+strconv.Itoa(j+1)+"."+imageKind(b.Data))
		w.files = append(w.files, entry{bitmaps[j], b.Data})
	}
	w.files = append(w.files, entry{name + ".bcfv", viewpointWriter{w.version, v}.element(bitmaps).encode()})
	if kind := imageKind(v.Snapshot); kind != "" {
		n.leaf("Snapshot", picture+"."+kind)
		w.files = append(w.files, entry{picture + "." + kind, v.Snapshot})
	}
	if v.Index != nil {
		n.leaf("Index", strconv.Itoa(*v.Index))
	}
}
