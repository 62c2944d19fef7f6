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

// identity names a principal for ever: what one was answered, used or left open is no other's. An id alone is not
// enough: two users may have an agent of the same name. People who act for themselves are named by their id, as they
// were before agents had their users in it.
func (p Principal) identity() string {
	if p.Kind == KindHuman && p.OnBehalfOf == "" {
		return p.ID
	}
	text, _ := json.Marshal([3]string{string(p.Kind), p.ID, p.OnBehalfOf}) // strings always encode
	return "\x00" + string(text)
}

// maxIDBytes bounds the ids of principals: they go into every record.
const maxIDBytes = 250

// reservedIDs are those that the program itself writes into the log. Nobody is called so by a claim, a token, a file or
// the register, nor by what looks the same.
var reservedIDs = []string{localID, "bimstream", "system", "anonymous"}

// localID is who calls where no principal is configured.
const localID = "local"

// CheckID refuses what cannot be the id of a principal: letters, digits and . _ @ - in the normal form of Unicode
// (NFKC), the letters of one script (UTS #39, section 5.1, single script), no word that looks like one of Latin letters
// and has none, and nothing that looks like a reserved id. One colon separates a provider from its subject.
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

// isReserved reports whether an id looks like a reserved one, whatever the case of its letters.
func isReserved(id string) bool {
	shape := TwinOf(id)
	return slices.ContainsFunc(reservedIDs, func(r string) bool { return TwinOf(r) == shape })
}

// TwinOf returns the same text for all ids that a person may take for one another: the skeleton of UTS #39, section 4,
// without regard to case.
func TwinOf(id string) string {
	return strings.ToLower(confusables.Skeleton(strings.ToLower(confusables.Skeleton(id))))
}

// writtenTogether are the scripts that one word may have beside one another (UTS #39, section 5.1).
var writtenTogether = [][]string{{"Han", "Hiragana", "Katakana"}, {"Han", "Hangul"}, {"Han", "Bopomofo"}}

// oneScript reports whether the letters of an id are of one script, or of some that are written together.
func oneScript(id string) bool {
	scripts := map[string]bool{}
	for _, r := range id {
		if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		if unicode.Is(unicode.Latin, r) { // by far the most
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

// QualifiedID returns who a subject of an identity provider is: of another provider it is somebody else.
func QualifiedID(provider, subject string) string { return provider + ":" + subject }

// properID reports whether an id could be one of a principal before ids had their grammar: short, visible, and in one
// line. A principal that is marked with legacy_id may have it still.
func properID(id string) bool {
	return len(id) <= maxIDBytes && strings.ToValidUTF8(id, "") == id && strings.TrimSpace(id) == id &&
		strings.IndexFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// checkIDs refuses a principal whose id, or whose user's, nobody can have. launched says that it comes from the
// configuration of a process that the person at this machine starts: an agent there may work for that person.
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

// isLocal reports whether a principal is the person at this machine, whom only the program itself makes.
func (p Principal) isLocal() bool {
	return p.ID == localID && p.Kind == KindHuman && p.OnBehalfOf == ""
}

// checkTwins refuses principals of one file whose ids, or whose users', look the same and are not.
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
