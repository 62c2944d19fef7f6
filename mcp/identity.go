package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mtibben/confusables"
	"golang.org/x/text/unicode/norm"
)

// identity returns a permanent name for a principal, so that nobody else gets its replies, limits or open work. An id
// alone does not suffice, because two users may have agents with the same name. A person who acts for themselves is
// named by the id alone, as in the time before agents had users.
func (p Principal) identity() string {
	if p.Kind == KindHuman && p.OnBehalfOf == "" {
		return p.ID
	}
	text, _ := json.Marshal([3]string{string(p.Kind), p.ID, p.OnBehalfOf}) // strings always encode
	return "\x00" + string(text)
}

// maxIDBytes bounds the ids of principals, because every record contains them.
const maxIDBytes = 250

// reservedIDs are the ids that the program itself writes into the log. No claim, token, file or register may use them,
// or ids that look the same.
var reservedIDs = []string{localID, "bimstream", "system", "anonymous"}

// localID is the id of the caller if no principal is configured.
const localID = "local"

// CheckID returns an error for a text that cannot be the id of a principal. An id consists of letters, digits and . _ @
// - in the normal form of Unicode (NFKC). Its letters belong to a single script (UTS #39, section 5.1). An id with
// other than ASCII characters must not look like an ASCII text, and no id may look like a reserved one. One colon
// separates a provider from its subject.
func CheckID(id string) error {
	provider, subject, qualified := strings.Cut(id, ":")
	if !qualified {
		subject = provider
	} else if err := checkPart(provider); err != nil {
		return err
	}
	return checkPart(subject)
}

func checkPart(id string) error {
	switch {
	case id == "":
		return errors.New("is empty")
	case len(id) > maxIDBytes:
		return fmt.Errorf("has more than %d bytes", maxIDBytes)
	case strings.ToValidUTF8(id, "") != id || strings.ContainsFunc(id, func(r rune) bool { return !inID(r) }):
		return errors.New("has something else than letters, digits and . _ @ -")
	case !strings.ContainsFunc(id, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return errors.New("has no letter and no digit")
	case !norm.NFKC.IsNormalString(id):
		return fmt.Errorf("is not in the normal form of Unicode (NFKC): write %q", norm.NFKC.String(id))
	case !oneScript(id):
		return errors.New("has letters of several scripts, which can look like another id")
	case isReserved(id):
		return fmt.Errorf("is, or looks like, one that the program itself uses (%s)", strings.Join(reservedIDs, ", "))
	case !ascii(id) && ascii(confusables.Skeleton(id)):
		return fmt.Errorf("looks like %q and is not", confusables.Skeleton(id))
	}
	return nil
}

func inID(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector) || unicode.IsDigit(r) || strings.ContainsRune("._@-", r)
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// isReserved reports whether an id looks like a reserved one, ignoring case.
func isReserved(id string) bool {
	shape := TwinOf(id)
	return slices.ContainsFunc(reservedIDs, func(r string) bool { return TwinOf(r) == shape })
}

// TwinOf returns the same text for all ids that a person may confuse: the skeleton of UTS #39, section 4, ignoring
// case.
func TwinOf(id string) string {
	return strings.ToLower(confusables.Skeleton(strings.ToLower(confusables.Skeleton(id))))
}

// writtenTogether lists the scripts that one word may combine (UTS #39, section 5.1).
var writtenTogether = [][]string{{"Han", "Hiragana", "Katakana"}, {"Han", "Hangul"}, {"Han", "Bopomofo"}}

// oneScript reports whether the letters of an id belong to one script, or to scripts that are written together.
func oneScript(id string) bool {
	scripts := map[string]bool{}
	for _, r := range id {
		if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		if unicode.Is(unicode.Latin, r) { // the most frequent case
			scripts["Latin"] = true
			continue
		}
		for name, table := range unicode.Scripts {
			if unicode.Is(table, r) {
				scripts[name] = true
			}
		}
	}
	if len(scripts) <= 1 {
		return true
	}
	return slices.ContainsFunc(writtenTogether, func(set []string) bool {
		n := 0
		for _, name := range set {
			if scripts[name] {
				n++
			}
		}
		return n == len(scripts)
	})
}

// QualifiedID returns the id of a subject of an identity provider. The same subject of another provider has another id.
func QualifiedID(provider, subject string) string { return provider + ":" + subject }

// properID reports whether an id was valid before the grammar of CheckID: short, visible, and on one line. A principal
// with legacy_id may keep such an id.
func properID(id string) bool {
	return len(id) <= maxIDBytes && strings.ToValidUTF8(id, "") == id && strings.TrimSpace(id) == id &&
		strings.IndexFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// checkIDs returns an error if the id of the principal or of its user is not valid. launched means that the principal
// comes from the configuration of a process that the person at this machine starts. An agent in such a process may work
// for that person.
func (p Principal) checkIDs(launched bool) error {
	if launched && p.isLocal() {
		return nil
	}
	check := func(id string) error {
		if p.LegacyID {
			if !properID(id) || isReserved(id) {
				return errors.New("is none that a principal could have before ids had their grammar")
			}
			return nil
		}
		return CheckID(id)
	}
	if err := check(p.ID); err != nil {
		return fmt.Errorf("principal %q: the id %w", p.ID, err)
	}
	if p.OnBehalfOf == "" || launched && p.OnBehalfOf == localID {
		return nil
	}
	if err := check(p.OnBehalfOf); err != nil {
		return fmt.Errorf("principal %q: on_behalf_of %q %w", p.ID, p.OnBehalfOf, err)
	}
	return nil
}

// isLocal reports whether a principal is the person at this machine; only the program itself creates this principal.
func (p Principal) isLocal() bool {
	return p.ID == localID && p.Kind == KindHuman && p.OnBehalfOf == ""
}

// checkTwins returns an error if different ids of principals or users in one file look the same.
func checkTwins(all []Principal) error {
	seen := map[string]string{}
	for _, p := range all {
		for _, id := range []string{p.ID, p.OnBehalfOf} {
			if id == "" {
				continue
			}
			shape := TwinOf(id)
			if other, known := seen[shape]; known && other != id {
				return fmt.Errorf("the ids %q and %q look the same: give one of them another id", other, id)
			}
			seen[shape] = id
		}
	}
	return nil
}
