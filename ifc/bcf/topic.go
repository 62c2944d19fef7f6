package bcf

import "time"

// Topic is an issue. GUID, Title, Created and Author are required; 3.0 also requires Type and Status.
type Topic struct {
	GUID           string
	ServerID       string // only in 3.0
	Type, Status   string
	Title          string
	Description    string
	Priority       string
	Stage          string
	AssignedTo     string
	Index          *int
	Labels         []string
	ReferenceLinks []string
	Created        time.Time
	Author         string
	Modified       time.Time // zero if it was never modified
	ModifiedBy     string
	Due            time.Time // zero if there is no date; the time zone is kept, because the date is a day in it

	Files      []HeaderFile // the models that the topic concerns
	Snippet    *Snippet
	Documents  []DocumentReference
	Related    []string // GUIDs of topics
	Comments   []Comment
	Viewpoints []Viewpoint
}

// HeaderFile is a model that a topic concerns.
type HeaderFile struct {
	IfcProject string // GlobalId
	IfcSpatial string // GlobalId of a spatial structure element
	External   bool   // whether the model is outside the archive
	Filename   string
	Date       time.Time
	Reference  string // URL
}

// Comment is a remark of a user on a topic. It may refer to one viewpoint of the topic.
type Comment struct {
	GUID       string
	Date       time.Time
	Author     string
	Text       string
	Viewpoint  string // GUID, or empty
	Modified   time.Time
	ModifiedBy string
}

// Snippet is a piece of a model, in the archive or at a URL.
type Snippet struct {
	Type      string
	Schema    string // name or URL of the schema
	Reference string // file name or URL
	External  bool
	Data      []byte // content of the file, only if it is in the archive
}

// DocumentReference refers to a document of the archive or to a URL.
type DocumentReference struct {
	GUID        string
	Document    string // GUID of a Document, or empty
	URL         string
	Description string
}
