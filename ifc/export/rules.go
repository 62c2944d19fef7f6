package export

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/ifc/verify"
)

// brokenRules warns of each rule of verify-ifc that the file breaks, if the options ask for it. Its only error is the
// error of the context.
func (x *exporter) brokenRules() ([]change.Warning, error) {
	if !x.options.Rules {
		return nil, nil
	}
	report, err := verify.File(x.ctx, &x.file, verify.Options{MaxPerRule: 1})
	if err != nil {
		return nil, err
	}
	first := map[string]verify.Finding{}
	for _, f := range report.Findings {
		first[f.Rule] = f
	}
	var out []change.Warning
	for _, rule := range report.Rules {
		if rule.Status != verify.Failed || rule.Severity == verify.Practice {
			continue
		}
		f := first[rule.ID]
		out = append(out, change.Warning{
			Code: "RULE_BROKEN",
			Message: fmt.Sprintf("the file breaks the rule %s of verify-ifc %d times: %s First: %s", rule.ID,
				rule.Findings, rule.Title, f.Message),
			Data: map[string]any{"rule": rule.ID, "severity": rule.Severity, "count": rule.Findings, "id": f.ID,
				"entity": f.Entity, "global_id": f.GlobalID},
		})
	}
	return out, nil
}
