package checks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/rules"
)

const (
	// MaxRules is the size in bytes of the largest file of rules that a call reads; this program's own table has 40 kB.
	MaxRules = 1 << 20

	// ruleFaultsShown bounds the faults of a file that an error lists.
	ruleFaultsShown = 20
)

// ruleFault is a fault in a file of rules.
type ruleFault struct {
	Line   int    `json:"line"`
	Column string `json:"column,omitempty"`
	Reason string `json:"reason"`
}

// ruleTable returns the rules of a check, including the rules of the file that the call names, and the file's hash.
// SCHEMA_VALIDATION_FAILED lists the faults of the file by line and column: none of its rules is applied then.
func (b *Backend) ruleTable(ctx context.Context, c *mcp.Call) ([]rules.Rule, string, error) {
	var a struct {
		RulesFile string `json:"rules_file"`
	}
	if err := c.Decode(&a); err != nil {
		return nil, "", err
	}
	if a.RulesFile == "" {
		return rules.Table(), "", nil
	}
	text, err := b.ReadFile(ctx, c, a.RulesFile, MaxRules)
	if err != nil {
		return nil, "", err
	}
	team, faults := rules.ParseTeam(string(text))
	if len(faults) > 0 {
		return nil, "", ruleFaults(a.RulesFile, faults)
	}
	sum := sha256.Sum256(text)
	return rules.With(rules.Table(), team), hex.EncodeToString(sum[:]), nil
}

func ruleFaults(name string, faults []error) error {
	var shown []ruleFault
	for _, f := range faults[:min(ruleFaultsShown, len(faults))] {
		if at, ok := errors.AsType[*rules.FileError](f); ok {
			shown = append(shown, ruleFault{at.Line, at.Column, Bounded(at.Reason)})
		}
	}
	return state.Errorf(state.SchemaValidationFailed,
		"%d lines of the file of rules %q are faulty, the first: %s; docs/rules.md has the form", len(faults), name,
		Bounded(faults[0].Error())).
		With("parameter", "rules_file").With("issues", shown).With("faults", len(faults))
}
