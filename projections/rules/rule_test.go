package rules

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// TestTableIsWhole checks that the rows of this package can be parsed, that each has a source and a severity, and that
// none is uncertain.
func TestTableIsWhole(t *testing.T) {
	table := Table()
	if len(table) < 60 {
		t.Errorf("only %d rules", len(table))
	}
	for _, r := range table {
		if !slices.Contains([]string{"V", "K", "P"}, r.Mark) {
			t.Errorf("%s: mark %q", r.ID, r.Mark)
		}
		if r.Standard != "bimstream" && (r.clause() == "" || r.Edition == "" || r.About == "") {
			t.Errorf("%s cites nothing: %+v", r.ID, r)
		}
		if r.Standard == "bimstream" && r.clause() != "" {
			t.Errorf("%s is our own and cites %s", r.ID, r.Clause)
		}
	}
}

// TestFilesOfSpreadsheetsAreRead checks files as programs and people write them: with a byte order mark before the
// header, and with required data separated by commas, as in the documentation.
func TestFilesOfSpreadsheetsAreRead(t *testing.T) {
	row := "X-1\tOwn\t1\t-\tdata_completeness\tdata_given\tgiven\tPset_WallCommon.FireRating, name\t-\t-\terror\t" +
		"category:wall\tP\twalls\r\n"
	got, faults := Parse("\ufeff" + strings.Join(columns, "\t") + "\r\n" + row)
	if len(faults) > 0 || len(got) != 1 || !slices.Equal(got[0].Given, []string{"Pset_WallCommon.FireRating", "name"}) {
		t.Errorf("%+v, %v", got, faults)
	}
}

// TestFaultsOfAFileAreLocated checks the line and the column of the errors for faulty rows.
func TestFaultsOfAFileAreLocated(t *testing.T) {
	header := strings.Join(columns, "\t") + "\n"
	good := "X-1\tIBC\t2021\t1\tcode_compliance\tstair_width\t>=\t914\tmm\t36 in\terror\tocc:!R\tV\tstairs\n"
	if rules, faults := Parse(header + good); len(rules) != 1 || len(faults) > 0 {
		t.Fatalf("%v, %v", rules, faults)
	}
	for name, c := range map[string]struct{ row, want string }{
		"too few columns": {"X\tIBC", "line 2: 2 columns, there must be 14"},
		"unknown quantity": {strings.Replace(good, "stair_width", "stair_colour", 1),
			`line 2, column quantity: nothing measures "stair_colour"`},
		"unknown operator": {strings.Replace(good, ">=", ">", 1), `line 2, column value: there is no operator ">"`},
		"no number": {strings.Replace(good, "914", "wide", 1),
			`line 2, column value: "wide" is not a number`},
		"no range": {strings.Replace(good, ">=\t914", "in\t914", 1),
			`line 2, column value: "914": give the limits as 102..178`},
		"turned range": {strings.Replace(good, ">=\t914", "in\t914..102", 1),
			`line 2, column value: "914..102" is not a number, or not one range`},
		"unknown condition": {strings.Replace(good, "occ:!R", "colour:red", 1), `line 2, column when: "colour:red"`},
		"unknown severity":  {strings.Replace(good, "error", "fatal", 1), `line 2, column severity: "fatal"`},
		"the same id again": {good + good, `line 3, column id: "X-1" is in line 2 already`},
		"nothing is required": {strings.Replace(good, ">=\t914", "given\t ", 1),
			"line 2, column value: nothing is required"},
	} {
		_, faults := Parse(header + c.row)
		if len(faults) == 0 || !strings.HasPrefix(faults[0].Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, faults, c.want)
		}
	}
	if _, faults := Parse("id\tstandard\n"); len(faults) != 1 || !strings.Contains(faults[0].Error(), "header") {
		t.Errorf("a wrong header: %v", faults)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(builtIn)
	f.Add("id\n")
	f.Fuzz(func(t *testing.T, text string) {
		rules, faults := Parse(text)
		for _, r := range rules {
			r.complies(r.Low)
			_ = r.Required()
		}
		_ = faults
	})
}

// TestRatingsAreRead parses the forms of labels that are in use.
func TestRatingsAreRead(t *testing.T) {
	for label, hours := range map[string]float64{
		"REI 60": 1, "EI2 30-C": 0.5, "EI 90": 1.5, "R120": 2, "FD30S": 0.5, "FD60": 1, "T30-RS": 0.5, "F90-A": 1.5,
		"F 90-AB": 1.5, "60/60/60": 1,
		"-/60/60": 1, "120/120/-": 2, "1HR": 1, "2 hr": 2, "1 1/2 h": 1.5, "1.5-hour": 1.5, "90 min": 1.5, "90'": 1.5,
		"3/4 HR": 0.75, "1": 1, "1,5 h": 1.5,
		"30": 0.5, "120": 2, "none": 0, "-": 0, "0": 0, "REI 60-M": 1, "EI 60-S200": 1,
		// the 1 or 2 after EI is a class if it stands apart, otherwise a part of the minutes
		"EI 120": 2, "EI 180": 3, "EI 240": 4, "EI120": 2, "ei180": 3, "EI240": 4, "EI 120-C5": 2, "EI\u00a0120": 2,
		"EI 15": 0.25, "EI 20": 1.0 / 3, "EI 10": 1.0 / 6, "EI 150": 2.5, "EI 30": 0.5, "EI30": 0.5, "EI 30-C5": 0.5,
		"EI1 30": 0.5, "EI2 30": 0.5, "EI₂ 30": 0.5, "EI₁120": 2, "EI2-30": 0.5, "EI 2 30": 0.5, "EI1 20": 1.0 / 3,
		"EI2 120": 2, "EI1-120-C5": 2, "EI₂ 30-S₂₀₀C5": 0.5, "EI 2 120": 2, "EI2120": 2,
		"EI230": 0.5, "EI190": 1.5, "EI260-C": 1, // EN 13501-2 has no 190, 230 and 260 minutes
		"EW 120": 2, "E 240": 4, "REI 120": 2, "REI 240": 4, "R 180": 3, "REI-120": 2, "E I 120": 2, "R E I 60": 1,
		"REI 90 M": 1.5,
	} {
		got, ok := parseRating(label)
		if !ok || math.Abs(got.hours-hours) > 1e-12 {
			t.Errorf("%q: %v h, %v; expected %v", label, got.hours, ok, hours)
		}
	}
	for _, label := range []string{"", "  ", "UL U305", "BS 476", "yes", "7", "F", "REI", "hour", "sixty",
		"EI 230", "EI2", "EI 2", "EI2 1", "REI 2 60", "EI 3 60", "EI3060", "EI 12 0"} {
		if got, ok := parseRating(label); ok {
			t.Errorf("%q is taken for %v h", label, got.hours)
		}
	}
}

// TestWhatComplies checks that a value at the limit complies, and that lengths have a slack of half a millimetre.
func TestWhatComplies(t *testing.T) {
	at := func(op string, low, high float64, unit string) *Rule {
		return &Rule{Op: op, Low: low, High: high, Unit: unit}
	}
	for _, c := range []struct {
		rule  *Rule
		value float64
		ok    bool
	}{
		{at(">=", 813, 813, "mm"), 813, true}, {at(">=", 813, 813, "mm"), 812.6, true},
		{at(">=", 813, 813, "mm"), 812.4, false},
		{at("<=", 61, 61, "m"), 61.00001, true}, {at("<=", 61, 61, "m"), 61.01, false},
		{at("in", 102, 178, "mm"), 178.4, true},
		{at("in", 102, 178, "mm"), 101, false}, {at("=", 1, 1, "yes"), 0, false}, {at("=", 7, 7, "count"), 7, true},
	} {
		if got := c.rule.complies(c.value); got != c.ok {
			t.Errorf("%v %s: %v", c.value, c.rule.Required(), got)
		}
	}
}

// TestRoomsAreKnownByTheirNames checks names in English, German and French. The first matching row counts.
func TestRoomsAreKnownByTheirNames(t *testing.T) {
	for name, kind := range map[string]string{
		"Office 1": "office", "Büro": "office", "WC Herren": "toilet", "Badezimmer": "bathroom", "Stair 2": "stair",
		"Corridor": "corridor", "Flur": "corridor",
		"Meeting room": "meeting room", "Bedroom": "bedroom", "Schlafzimmer": "bedroom",
		"Kitchen": "kitchen (dwelling)", "Lift": "shaft, lift", "Store": "store room",
	} {
		u, ok := (&subjects{}).usageOf(&state.Element{Name: name, Params: &room.Room{}})
		if !ok || u.kind != kind {
			t.Errorf("%s is a %q (%v), expected %s", name, u.kind, ok, kind)
		}
	}
	if u, ok := (&subjects{}).usageOf(&state.Element{Name: "001", Params: &room.Room{}}); ok {
		t.Errorf("a number says %v", u.kind)
	}
	if u, _ := (&subjects{}).usageOf(&state.Element{Name: "WC", Params: &room.Room{Usage: "office"}}); u.kind !=
		"office" {
		t.Errorf("the usage counts before the name, not %s", u.kind)
	}
}

// TestRoomsInWhichOneWorksOrMeetsAreOccupiable checks which uses are occupiable spaces of IBC 202, which have a
// required height of their own (IBC 1208.2). Habitable rooms, rooms with a lower required height and rooms where nobody
// stays are not occupiable.
func TestRoomsInWhichOneWorksOrMeetsAreOccupiable(t *testing.T) {
	for name, want := range map[string]bool{
		"Office 1": true, "Meeting room": true, "Classroom": true, "Shop": true, "Restaurant": true, "Library": true,
		"Workshop": true, "Laboratory": true, "Auditorium": true, "Gym": true, "Ward": true,
		"Commercial kitchen": false, "Kitchen": false, "WC": false, "Store": false, "Utility": false,
		"Plant room": false, "Garage": false, "Stair 2": false, "Lift": false, "Corridor": false, "Balcony": false,
		"Bedroom": false,
	} {
		u, ok := (&subjects{}).usageOf(&state.Element{Name: name, Params: &room.Room{}})
		if got := slices.Contains(u.classes(), "occupiable"); !ok || got != want {
			t.Errorf("%s is a %q (%v), occupiable: %v, expected %v", name, u.kind, ok, got, want)
		}
	}
	for _, r := range Table() {
		if r.ID == "IBC-1208.2" && !slices.Contains(r.condition("kind"), "occupiable") {
			t.Errorf("%s is for %v", r.ID, r.condition("kind"))
		}
	}
}

// TestEveryQuantityIsDefined checks that each quantity has a definition with its needs and its limits, and that nothing
// else is defined.
func TestEveryQuantityIsDefined(t *testing.T) {
	defined := map[string]bool{}
	for _, d := range Definitions() {
		if _, ok := quantities[d.Quantity]; !ok || defined[d.Quantity] || d.Measures == "" || d.Needs == "" ||
			d.Unseen == "" {
			t.Errorf("%+v: known %v, or defined already, or lacks a word", d, ok)
		}
		defined[d.Quantity] = true
	}
	for name := range quantities {
		if !defined[name] {
			t.Errorf("%s is defined nowhere", name)
		}
	}
}
