package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhomAFileNamesIsClaimed imports a file whose owner history names a principal of this installation. The content of
// the file is reported as claimed, with the file that it came from. Other elements have no such claim.
func TestWhomAFileNamesIsClaimed(t *testing.T) {
	o := newOffice(t)
	source, err := os.ReadFile(filepath.Join("..", "..", "testdata", "ifc", "foreign-wholes.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("IFCWALL('0000000000000000000030',$,", "IFCWALL('0000000000000000000030',#9050,",
		"ENDSEC;\nEND-ISO", "#9050=IFCOWNERHISTORY(#9051,#9054,$,.ADDED.,$,$,$,1);\n"+
			"#9051=IFCPERSONANDORGANIZATION(#9052,#9053,$);\n#9052=IFCPERSON('local',$,$,$,$,$,$,$);\n"+
			"#9053=IFCORGANIZATION($,'Office',$,$,$);\n#9054=IFCAPPLICATION(#9053,'1','App','app');\nENDSEC;\nEND-ISO",
	).Replace(string(source))
	input := t.TempDir()
	o.backend.InDirs = []string{input}
	file := filepath.Join(input, "claims.ifc")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	made := o.ok("import_ifc", `{"file":"%s","name":"Claims"}`, file)
	model := made.at("model_id").text()
	wall := o.ok("query_elements", `{"model_id":"%s","categories":["wall"]}`, model).at("elements", 0,
		"element_id").text()
	claim := o.ok("element_history", `{"model_id":"%s","element_id":"%s"}`, model, wall).at("in_the_file")
	if claim.at("claimed_author").text() != "local" || claim.at("source", "file_name").text() != "claims.ifc" ||
		claim.at("source", "sha256").text() != hex.EncodeToString(sum[:]) {
		t.Errorf("the file says %v", claim.value)
	}
	if h := o.ok("element_history", `{"model_id":"$model","element_id":"$north"}`); h.at("in_the_file").value != nil {
		t.Errorf("a wall of no file claims %v", h.at("in_the_file").value)
	}
}
