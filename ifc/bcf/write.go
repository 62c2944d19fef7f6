package bcf

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"time"
)

// stamp is the time of all entries: the earliest time that a ZIP archive can hold. A fixed time gives equal bytes for
// equal topics; the topics themselves record their dates.
var stamp = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Write writes an archive in a version. An error that does not come from w names the part of a topic that is missing or
// not allowed.
func Write(w io.Writer, a *Archive, v Version) error {
	a = a.distinct()
	if err := check(a, v); err != nil {
		return err
	}
	out := zip.NewWriter(w)
	for _, e := range entries(a, v) {
		method := zip.Deflate
		if imageKind(e.data) != "" { // pictures are already compressed, so they are only stored
			method = zip.Store
		}
		f, err := out.CreateHeader(&zip.FileHeader{Name: e.name, Method: method, Modified: stamp})
		if err == nil {
			_, err = f.Write(e.data)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", e.name, err)
		}
	}
	return out.Close()
}

// entries returns the files of an archive in the order in which they are written.
func entries(a *Archive, v Version) []entry {
	out := []entry{{"bcf.version", versionElement(v).encode()}}
	if a.Project.ID != "" {
		out = append(out, entry{"project.bcfp", projectElement(a, v).encode()})
	}
	if v != V21 {
		out = append(out, entry{"extensions.xml", used(a).element().encode()})
		out = append(out, documentEntries(a)...)
	}
	for i := range a.Topics {
		w := topicWriter{version: v, archive: a, topic: &a.Topics[i]}
		markup := w.markup().encode()
		out = append(out, entry{path.Join(w.topic.GUID, "markup.bcf"), markup})
		for _, f := range w.files {
			out = append(out, entry{path.Join(w.topic.GUID, f.name), f.data})
		}
	}
	return out
}

func versionElement(v Version) *node {
	n := &node{name: "Version", attributes: []attribute{{"VersionId", string(v)}}}
	if v == V21 {
		n.leaf("DetailedVersion", string(v))
	}
	return n
}

func projectElement(a *Archive, v Version) *node {
	n := &node{name: "ProjectInfo"}
	if v == V21 {
		n.name = "ProjectExtension"
	}
	n.add("Project", attribute{"ProjectId", a.Project.ID}).leaf("Name", a.Project.Name)
	if v == V21 {
		n.add("ExtensionSchema") // required, but may be empty
	}
	return n
}

func documentEntries(a *Archive) (out []entry) {
	if len(a.Documents) == 0 {
		return nil
	}
	root := &node{name: "DocumentInfo"}
	list := root.add("Documents")
	for _, d := range a.Documents {
		n := list.add("Document", attribute{"Guid", d.GUID})
		n.leaf("Filename", d.Filename)
		n.leaf("Description", d.Description)
		out = append(out, entry{"Documents/" + d.GUID, d.Data})
	}
	return append([]entry{{"documents.xml", root.encode()}}, out...)
}
