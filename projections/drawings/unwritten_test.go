package drawings

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/geometry"
)

// TestSignsThatTheFontLacksAreTold checks that one warning names all characters that the font lacks, which are drawn as
// boxes.
func TestSignsThatTheFontLacksAreTold(t *testing.T) {
	s := newSite(t)
	s.do("plain", change.CreateLevel{Name: "Größe Ł ç — №1"})
	s.do("other", change.CreateLevel{Name: "Дом 家", Elevation: geometry.MM(3000)})
	v := s.view()
	plain, other := planOf(t, v, 0, 100).Drawing, planOf(t, v, 1, 100).Drawing
	if got := Unwritten(plain); len(got) > 0 {
		t.Errorf("warned of %v", got)
	}
	got := Unwritten(plain, other, other)
	if len(got) != 1 || got[0].Code != "NO_SIGN" || !strings.Contains(got[0].Message, "Дмо家, in 1 texts") {
		t.Errorf("warned of %v", got)
	}
}
