package drawings

import (
	"context"
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// The set of a random building holds what every drawing must, and each sheet says its number.
func TestGeneralSets(t *testing.T) {
	for seed := range uint64(6) {
		v := newRandom(t, seed).view()
		sheets, _, err := GeneralSet(context.Background(), v, DefaultBlock(v), []int64{100, 50})
		if err != nil {
			t.Fatal(err)
		}
		if len(sheets) < 4 {
			t.Errorf("%d sheets", len(sheets))
		}
		for _, d := range sheets {
			checkDrawing(t, d)
			numbered := false
			for _, w := range textsOf(d) {
				numbered = numbered || w.String == "General arrangement"
			}
			if !numbered {
				t.Errorf("%s has no title block", d.Name)
			}
		}
	}
}

// Views are never shrunk: what does not fit is refused with the sizes that hold it.
func TestSheetsThatAreTooSmall(t *testing.T) {
	drawn := planOf(t, newRandom(t, 3).view(), 0, 50)
	_, err := MakeSheet(SheetSpec{Size: "A4", Views: []*View{drawn}})
	if domain.CodeOf(err) != domain.OutOfRange {
		t.Fatal(err)
	}
	if _, err := MakeSheet(SheetSpec{Size: "A9", Views: []*View{drawn}}); domain.CodeOf(err) != domain.OutOfRange {
		t.Fatal(err)
	}
	d, err := MakeSheet(SheetSpec{Views: []*View{drawn}, Block: TitleBlock{Title: "A title that is far too long for the field of the title block in which it has to be"}})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, d)
}
