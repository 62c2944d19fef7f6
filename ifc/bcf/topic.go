package bcf

import "time"

// Topic is an issue. GUID, Title, Created and Author are required, in 3.0 Type and Status too.
type Topic struct {
	GUID           string
	ServerID       string // 3.0
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
	Modified       time.Time // zero when it never was
	ModifiedBy     string
	Due            time.Time // zero when there is no date; its zone says which day it is

	Files      []HeaderFile // the models it is about
	Snippet    *Snippet
	Documents  []DocumentReference
	Related    []string // GUIDs of topics
	Comments   []Comment
	Viewpoints []Viewpoint
}

// HeaderFile is a model that a topic is about.
type HeaderFile struct {
	IfcProject string // GlobalId
	IfcSpatial string // GlobalId of a spatial structure element
	External   bool   // not in the archive
	Filename   string
	Date       time.Time
	Reference  string // URL
}

// Comment is what somebody said. It may point to one viewpoint of its topic.
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
	Schema    string // name or URL
	Reference string // name of the file or URL
	External  bool
	Data      []byte // of one that is in the archive
}

// DocumentReference refers to a document of the archive or to a URL.
type DocumentReference struct {
	GUID        string
	Document    string // GUID of a Document, or empty
	URL         string
	Description string
}
