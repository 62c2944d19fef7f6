package record

import (
	"strings"
	"time"
)

// Authorship holds the persons that a file names as the author of an element and of its last change in another program,
// and the times (IfcOwnerHistory). The names are not verified and belong to no principals of this server.
type Authorship struct {
	Created      time.Time `json:"created,omitzero"`
	Changed      time.Time `json:"changed,omitzero" jsonschema:"last"`
	By           string    `json:"claimed_author,omitempty" jsonschema:"whom the file names; not verified"`
	ChangedBy    string    `json:"claimed_changed_by,omitempty" jsonschema:"where it is another one"`
	Organization string    `json:"organization,omitempty"`
	Application  string    `json:"application,omitempty"`
}

// AuthorshipOf returns the authorship in the record of an owner history; nil for any other record.
func AuthorshipOf(text string) *Authorship {
	r, err := Parse(text)
	if err != nil || r.Class != "IfcOwnerHistory" {
		return nil
	}
	user, application := r.One("OwningUser"), r.One("OwningApplication")
	out := &Authorship{
		Created: r.time("CreationDate"), Changed: r.time("LastModifiedDate"), By: user.person(),
		Organization: user.One("TheOrganization").Text("Name"),
		Application: strings.TrimSpace(application.Text("ApplicationFullName") + " " +
			application.Text("Version")),
	}
	if by := r.One("LastModifyingUser").person(); by != out.By {
		out.ChangedBy = by
	}
	return out
}

// time reads an IfcTimeStamp: seconds since 1970.
func (r *Record) time(name string) (out time.Time) {
	if n, ok := r.Number(name); ok && n != 0 {
		return time.Unix(int64(n), 0).UTC()
	}
	return out
}

// person returns the name of a person, or the identification if there is no name.
func (r *Record) person() string {
	p := r.One("ThePerson")
	name := strings.TrimSpace(p.Text("GivenName") + " " + p.Text("FamilyName"))
	if name == "" {
		return p.Text("Identification")
	}
	return name
}
