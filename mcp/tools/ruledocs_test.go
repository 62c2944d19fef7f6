package tools

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/projections/rules"
)

// ruleDocs returns the page of the rules: a fixed introduction, and the table.
func ruleDocs() string {
	var b strings.Builder
	b.WriteString(`# Rules

The rules that code_compliance, accessibility_check, egress_analysis, fire_rating_check, structural_check,
data_completeness and model_quality apply. Written by ` + "`make update`" + ` from projections/rules/rules.tsv and
quantities.tsv; how a quantity is measured, and by which definition of the standard, stands at the function of the
same name in projections/rules.

- A rule **passes** only what was measured. What could not be looked at is in ` + "`not_checked`" + ` with what is missing; then the verdict is ` + "`incomplete`" + `. A pass says that the rules of this table were kept, and nothing of the rest of the standard.
- Figures and clauses are those of the edition, unamended; no text of a code is here. V: the figure was seen in a source. K: well known. P: practice, or a rule of our own. What is uncertain is not in the table.
- Occupancy: the argument, else the group of most floor area by the names of the rooms, which is said in ` + "`assumed`" + `. At the limit complies; lengths that are sums of parts have half a millimetre, a share of a width for each person has none.
- What a room is for is what its usage says, else its name, by words in English and German (projections/rules/usage.tsv); where rooms lack it, ` + "`known_uses`" + ` of the answer has words that do. A hall by itself is a place of assembly, in a building of group R, R-2 or R-3 the place where one comes in.
- What required_params of data_completeness names is an error where it lacks; of the lists for each category it is a warning. A name without a set is an attribute (name, type, level, material, classification; number and usage of rooms), else a parameter, which is asked of the categories that have it (height, swing), else a quantity or a property of the category's common set. Placeholders lack: ???, -, t.b.d., n/a, not applicable, unknown and the like; none does not.
- Exits are doors and openings that lead outside on a storey at the ground (within 1.2 m of the origin, else the lowest with rooms), and doors to no room that are marked FireExit. Outside is what a person of 610 mm reaches from around the walls of the storey without passing a wall, an opening in one, or a room; walls that end below 1.8 m close nothing. A door to a shaft, a court or another part that walls close and that has no room is no exit, and where nothing else leads out, what is about exits is not checked. Where such a part has no floor either and something else leads out of it, another door or a stair, nobody knows whether it is a way out: what complies without it passes, the rest is not checked. Stairs and ramps with an end outside, on a storey at the ground, lead out too, whether or not the ground is modelled; of a stair whose steps are not known, or which ends at the height of no level, nobody knows whether it leads out.
- Windows to a part that walls close, that has no room, and that a floor, a roof or a ceiling covers, are no windows to the outside. Those to a court give light and air; whether one escapes through them is not checked. Where nothing covers the room either, a court is not told from the other, and what windows are asked is not checked. Where a covered part has glass to the outside, as a winter garden that is no room or the gap of a double facade, how much light comes through is not checked. Of curtain walls the same holds for each stretch along them; what stands over the cover of a lower part is glass to the outside, what stands before another wall or has its room on both sides is none.
- Findings live on: new, active, reviewed, approved, resolved, as those of clash tests (update_finding, compare_validation_runs), also after a merge. A run resolves what it judged and did not find; what it could not check stays as it is.
- A finding has a ` + "`suggestion`" + ` and a ` + "`call`" + ` where one parameter, a place or a property decides and the call was tried: decided and measured again, the finding was gone. A ` + "`dry_run`" + ` of it shows what it would do. Ratings are suggested as data: what is built must have them. Of one rule up to 120 calls are tried in a check, and none after 24 in a row that mend nothing: further findings of it have no suggestion then.
- ` + "`get_validation_run`" + ` with ` + "`finding`" + ` (its key) shows it in an excerpt of the plan of its level,
  as a picture in the reply: the elements outlined, the place ringed, the way drawn, in the state that was checked.
  BCF topics have pictures of the model.
- Every change is held against the rules of model_quality that are errors or warnings: what it brings that is unsound is told as the warning ` + "`UNSOUND`" + ` in its reply, at the cost of what it touches; of a change of more than 400 elements the warning ` + "`" + `NOT_LOOKED_AT` + "`" + ` says so; merges and imports are not looked at that way (call model_quality).
- What a change puts into another body is told as the warning ` + "`" + `BODIES_MEET` + "`" + ` of its reply, with the depth: what is installed (services, equipment, furniture) in the fabric or in each other, beams and columns in doors, windows, ceilings and stairs; of what is made, moved, edited or followed.
- Rooms that a change makes one place, since a wall between them went or was moved, are told as the warning ` + "`ROOMS_OVERLAP`" + ` of its reply, those left without a closed ring of walls as ` + "`ROOM_UNBOUNDED`" + `, those with an outline of their own that a wall leaves as ` + "`ROOM_OUTLINE_STAYS`" + `, however much it touches; merges and imports are not looked at that way (rule MQ-6 finds rooms that overlap).

## Rules of your own
` + "`rules_file`" + ` names a file of tab-separated lines under the header of projections/rules/rules.tsv: id, standard, edition, clause, check, quantity, op, value, unit, original, severity, when, mark, about. Its rules are added, whatever standard is chosen; one with an id of the table takes the place of that one.
check is a tool, quantity one of the column "measures" below with its unit, op is >=, <=, =, in (102..178) or given (of data_given, what is required parted by blanks or commas). when holds conditions parted by semicolons, key:value,value or key:!value; sprinklered:only is of a row that a table has for sprinklered buildings alone, which is not checked of others. A faulty file is refused as a whole, SCHEMA_VALIDATION_FAILED with line, column and reason of each fault.

` + "`standard`" + ` chooses the jurisdiction, ` + "`edition`" + ` one of its editions. What a call does not say of the building is taken from it, or from the site: Pset_BuildingCommon.OccupancyType and SprinklerProtection, Rules.VoiceAlarm, Rules.ConstructionType and Rules.RiskProfile. ` + "`parameters`" + ` in the answer says what was taken, and from where.

## Not checked: missing
Of the rules at hand these have no row, since the model, or this program, lacks what they need:

| rules | missing |
|---|---|
| ramps: cross slopes, edges, curved ones (IBC 1012.3, ADA 405.9, AD M 2.16, 3.52) | the plane runs of their bodies say none of it |
| fire areas, mixed occupancies, heights and areas by construction type (IBC 5, AD B 8) | compartments as units of rooms: walls say what they part, no zone is marked as one |
| distance to the site's boundary, unprotected areas of outer walls (IBC 705, AD B 13) | boundary of the site |
| sizes of lift cars (ADA 407, AD M 3.34) | the car: rooms of lifts are shafts |
| extensions of handrails, openings in guards (IBC 1014.6, 1015.4; ADA 505.10) | shape of rails beyond the flight, infill of railings of files |
| thresholds, hardware, closers' force, panic hardware (IBC 1010.1.7 to 1010.2, ADA 404.2.5 to 404.2.9) | hardware and thresholds of doors |
| approaches to doors from the side (ADA 404.2.4.1 and 404.2.4.2, other rows) | from where one comes; the approach is taken to be from the front |
| fixtures: clearances, heights, counts (ADA 604 to 608, IBC 2902) | kind of sanitary fixtures |
| gross areas of dwellings, storage (NDSS 10a) | dwellings as units of rooms with bed spaces |
| concrete cover, reinforcement, fire by axis distance (EN 1992-1-2) | reinforcement |
| status and revision codes of containers (ISO 19650 NA.4) | metadata of containers |
| rules marked uncertain in the sources | a source that can be cited |

## What is measured

The column "measures" of the rules, with its unit for rules of your own. What lacks what a quantity needs is in
` + "`not_checked`" + `.

| quantity | measures | unit | needs | cannot see |
|---|---|---|---|---|
`)
	units := map[string]string{}
	for _, r := range rules.Table() {
		units[r.Quantity] = r.Unit
	}
	for _, d := range rules.Definitions() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", d.Quantity, d.Measures, units[d.Quantity], d.Needs, d.Unseen)
	}
	b.WriteString(`
## The rules

What a rule needs and cannot see is that of the quantity that it measures.

| rule | standard | clause | check | measures | required | as printed | severity | applies | mark |
|---|---|---|---|---|---|---|---|---|---|
`)
	for _, r := range rules.Table() {
		clause := r.Clause
		if clause == "-" {
			clause = ""
		}
		var when []string
		for _, c := range r.When {
			not := ""
			if c.Not {
				not = "not "
			}
			when = append(when, c.Key+" "+not+strings.Join(c.Values, ", "))
		}
		about := strings.TrimPrefix(strings.Join(when, "; ")+"; "+r.About, "; ")
		fmt.Fprintf(&b, "| %s | %s %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.ID, r.Standard, r.Edition, clause,
			r.Check, r.Quantity, r.Required(), r.Original, r.Severity, about, r.Mark)
	}
	return b.String()
}

func TestRuleDocsAreCurrent(t *testing.T) {
	const path = "../../docs/rules.md"
	if *update {
		if err := os.WriteFile(path, []byte(ruleDocs()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != ruleDocs() {
		t.Errorf("%s is not what the table says: make update (%v)", path, err)
	}
}
