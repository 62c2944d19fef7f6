package bcf

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// distinct returns the archive with distinct GUIDs, because some programs give a comment the GUID of its topic or
// viewpoint. A second object with the same GUID gets a GUID derived from that GUID and the GUID of the topic, so that
// every reading gives the same GUIDs.
func (a *Archive) distinct() *Archive {
	out, seen := *a, map[string]bool{}
	own := func(guid, topic, what string, i int) string {
		if seen[guid] {
			guid = DerivedGUID("distinct "+what, topic, guid, strconv.Itoa(i))
		}
		seen[guid] = true
		return guid
	}
	out.Topics = slices.Clone(a.Topics)
	for _, d := range a.Documents {
		seen[d.GUID] = true
	}
	for _, t := range a.Topics {
		seen[t.GUID] = true
	}
	for k := range out.Topics {
		t := &out.Topics[k]
		t.Viewpoints, t.Comments = slices.Clone(t.Viewpoints), slices.Clone(t.Comments)
		t.Documents = slices.Clone(t.Documents)
		renamed := map[string]string{}
		for i := range t.Viewpoints {
			v := &t.Viewpoints[i]
			was := v.GUID
			if v.GUID = own(v.GUID, t.GUID, "viewpoint", i); v.GUID != was {
				renamed[was] = v.GUID
			}
		}
		for i := range t.Comments {
			c := &t.Comments[i]
			c.GUID = own(c.GUID, t.GUID, "comment", i)
			if to, ok := renamed[c.Viewpoint]; ok {
				c.Viewpoint = to
			}
		}
		for i := range t.Documents {
			t.Documents[i].GUID = own(t.Documents[i].GUID, t.GUID, "document reference", i)
		}
	}
	return &out
}

// DerivedGUID returns the GUID of an object that has no id of its own: a UUIDv8 (RFC 9562, section 5.8) over the kind
// and the owner of the object. The same parts give the same GUID at any time and place.
func DerivedGUID(parts ...string) string {
	digest := sha256.Sum256([]byte("bimstream-bcf\x00" + strings.Join(parts, "\x00")))
	var u uuid.UUID
	copy(u[:], digest[:])
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return u.String()
}

// readGUID returns a GUID in its stored form of 36 lower case characters; ok is false if the text is no GUID.
func readGUID(text string) (guid string, ok bool) {
	text = strings.TrimSpace(text)
	u, err := uuid.Parse(text)
	if err != nil || len(text) != 36 {
		return "", false
	}
	return u.String(), true
}
