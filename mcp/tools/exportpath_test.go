package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestDevicesAreNoFiles checks that names which Windows takes for devices, or shortens, are refused in writing and in
// reading.
func TestDevicesAreNoFiles(t *testing.T) {
	o := newOffice(t)
	for _, name := range []string{"CON.ifc", "nul.ifc", "Aux .ifc", "com1.ifc", "LPT9.x.ifc",
		"lpt².ifc", "CONOUT$.ifc", "PRN.ifc"} {
		o.refused(state.PathNotAllowed, "export_ifc", `{"schema":"IFC4","file_name":"%s"}`, name)
		o.refused(state.PathNotAllowed, "verify_ifc", `{"file":"%s"}`, name)
		o.refused(state.PathNotAllowed, "import_ifc", `{"file":"sub/%s"}`, name)
	}
	for _, name := range []string{"a.ifc.", "a.ifc "} {
		o.refused(state.PathNotAllowed, "verify_ifc", `{"file":"%s"}`, name)
	}
	for _, name := range []string{"console.ifc", "com10.ifc", "null.ifc", "a con.ifc"} {
		o.ok("export_ifc", `{"schema":"IFC4","file_name":"%s"}`, name)
		o.ok("verify_ifc", `{"file":"%s"}`, name)
	}
}
