package bcf

// Version is a version of the format.
type Version string

// The versions that Write supports.
const (
	V21 Version = "2.1"
	V30 Version = "3.0"
)

// Enum lists the versions that Write supports.
func (Version) Enum() []string { return []string{string(V21), string(V30)} }

// Archive is the content of a BCF archive: its topics, with the project, the extensions and the documents.
type Archive struct {
	Version    Version // the version that Read found; Write takes the version as a parameter
	Project    Project
	Extensions Extensions
	Documents  []Document
	Topics     []Topic
}

// Project is the project of the topics. Write writes it only if it has an ID.
type Project struct {
	ID   string
	Name string
}

// Extensions are the values that a project allows. Write adds the values that topics use.
type Extensions struct {
	Types, Statuses, Priorities, Labels, Users, SnippetTypes, Stages []string
}

// Document is a file that topics refer to.
type Document struct {
	GUID        string
	Filename    string
	Description string
	Data        []byte
}

// document returns a document by its GUID.
func (a *Archive) document(guid string) (Document, bool) {
	for _, d := range a.Documents {
		if d.GUID == guid {
			return d, true
		}
	}
	return Document{}, false
}
