package tools

import (
	"fmt"
	"testing"
)

// TestAnExportSaysWhatItsStatusesLeaveOut checks that an export reports how many findings of a run it leaves out
// because of their status. It does so even if the file has other findings.
func TestAnExportSaysWhatItsStatusesLeaveOut(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	_, key := o.one(o.ok("clash_detection", `{}`))
	o.setHeight("north", 3000)
	run := o.ok("clash_detection", `{}`).at("validation_run_id").text()
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","reasoning":"as meant"}`, key)
	for more, want := range map[string]string{
		"":                         "map[OTHER_STATUS:map[approved:1]]",
		`,"keys":["` + key + `"]`:  "map[]",
		`,"statuses":["approved"]`: "map[OTHER_STATUS:map[new:1]]",
		`,"statuses":["resolved"]`: "map[EMPTY:map[] OTHER_STATUS:map[approved:1 new:1]]",
	} {
		e := o.call("export_bcf", `{"validation_run_id":"%s"%s}`, run, more)
		got := map[string]any{}
		for _, w := range e.Warnings {
			got[w.Code] = w.Data
			if found, ok := w.Data["findings"]; ok {
				got[w.Code] = found
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: warnings are %v, want %s", more, got, want)
		}
	}
}
