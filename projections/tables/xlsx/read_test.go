package xlsx

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
)

// workbook packs the rows of a sheet into a workbook.
func workbook(t *testing.T, rows string) []byte {
	t.Helper()
	const spreadsheet = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const package2006 = "http://schemas.openxmlformats.org/package/2006/"
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="` + package2006 + `content-types"><Default Extension="rels" ContentType=` +
			`"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ` +
			`ContentType="application/xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + package2006 + `relationships"><Relationship Id="rId1" Type="` + office +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook ` + spreadsheet + ` xmlns:r="` + office +
			`"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + package2006 + `relationships"><Relationship Id="rId1" ` +
			`Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", `<worksheet ` + spreadsheet + `><sheetData>` + rows + `</sheetData></worksheet>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSmallWorkbooksOfLargeSheetsAreRefused reads workbooks of some kilobytes whose sheets have very many rows, cells,
// runs of text or attributes. They must be refused by their declared sizes, before they are unpacked; the test limits
// the memory that reading allocates.
func TestSmallWorkbooksOfLargeSheetsAreRefused(t *testing.T) {
	const header = `<row><c t="inlineStr"><is><t>name</t></is></c></row>`
	if g, err := Read(t.Context(), workbook(t, header+`<row><c><v>1</v></c></row>`)); err != nil || len(g.Rows) != 1 {
		t.Fatalf("a workbook that is as it should be: %+v, %v", g, err)
	}
	for name, rows := range map[string]string{
		"rows":       strings.Repeat(`<row/>`, 1_000_000),
		"cells":      strings.Repeat(`<row>`+strings.Repeat(`<c><v>1</v></c>`, 50)+`</row>`, 10_000),
		"runs":       `<row><c t="inlineStr"><is>` + strings.Repeat(`<r><t>x</t></r>`, 500_000) + `</is></c></row>`,
		"attributes": strings.Repeat(`<row `+strings.Repeat(`a="1" `, 1000)+`/>`, 1000),
	} {
		data := workbook(t, header+rows)
		if len(data) > 300_000 {
			t.Fatalf("%s: %d bytes are no small file", name, len(data))
		}
		var err error
		if made := testing.AllocsPerRun(1, func() { _, err = Read(t.Context(), data) }); made > 1000 {
			t.Errorf("%s: %.0f allocations", name, made)
		}
		if err == nil || !strings.Contains(err.Error(), "packed") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
