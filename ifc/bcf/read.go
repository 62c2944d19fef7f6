package bcf

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Fault is a part of an archive that could not be read and was left out.
type Fault struct {
	File   string // file in the archive
	Reason string
}

// Read reads an archive of any version from 2.0 on. Topics are in the order of their GUIDs. The error wraps
// [ErrNoArchive] or [ErrTooLarge], or comes from r. Other problems do not stop the reading; faults list the parts that
// were left out.
func Read(r io.ReaderAt, size int64) (*Archive, []Fault, error) { return ReadWithin(r, size, MaxTotal) }

// ReadWithin is like Read with a tighter limit: most bounds the bytes of all files, unpacked.
func ReadWithin(r io.ReaderAt, size, most int64) (*Archive, []Fault, error) {
	u, err := unpack(r, size, min(most, MaxTotal))
	if err != nil {
		return nil, nil, err
	}
	a := &Archive{Version: u.version()}
	if root := u.optional("project.bcfp"); root != nil {
		p := root.child("Project")
		a.Project = Project{p.attribute("ProjectId"), p.value("Name")}
	}
	if root := u.optional("extensions.xml"); root != nil {
		a.Extensions.read(root)
	}
	u.documents(a)
	seen := map[string]bool{}
	for _, name := range u.names {
		folder, file := path.Split(name)
		if !strings.EqualFold(file, "markup.bcf") || folder == "" {
			continue
		}
		t, ok := u.topic(a, name, strings.TrimSuffix(folder, "/"))
		if ok && seen[t.GUID] {
			u.fault(name, "there is a topic %s already", t.GUID)
		} else if ok {
			seen[t.GUID], a.Topics = true, append(a.Topics, t)
		}
	}
	slices.SortStableFunc(a.Topics, func(x, y Topic) int { return strings.Compare(x.GUID, y.GUID) })
	if u.err != nil {
		return nil, nil, u.err
	}
	return a.distinct(), u.faults, nil
}

// version returns the version of the archive; an archive without a version is read as 2.1.
func (u *unpacked) version() Version {
	v := u.optional("bcf.version").attribute("VersionId")
	if v == "" {
		u.fault("bcf.version", "the archive does not say its version")
		return V21
	}
	return Version(v)
}

// documents reads the documents of 3.0.
func (u *unpacked) documents(a *Archive) {
	for _, n := range u.optional("documents.xml").child("Documents").all("Document") {
		guid, ok := readGUID(n.attribute("Guid"))
		data, there := u.file("documents.xml", "Documents/"+n.attribute("Guid"))
		if !ok || !there {
			u.fault("documents.xml", "the document %q has no GUID or no file", n.value("Filename"))
			continue
		}
		a.Documents = append(a.Documents, Document{guid, n.value("Filename"), n.value("Description"), data})
	}
}

// fault records a part that was left out. After maxFaults faults one more fault states that the list is incomplete.
func (u *unpacked) fault(file, form string, args ...any) {
	switch n := len(u.faults); {
	case n < maxFaults:
		u.faults = append(u.faults, Fault{file, fmt.Sprintf(form, args...)})
	case n == maxFaults:
		u.faults = append(u.faults, Fault{"", "there are more faults"})
	}
}
