package audit

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// epsgText lists the codes of the coordinate reference systems of the EPSG Geodetic Parameter Dataset v11.022 (IOGP,
// epsg.org), deprecated ones included: a line for each kind, ranges with both ends.
//
//go:embed epsg.txt
var epsgText string

var epsgKinds = sync.OnceValue(func() map[int]string { return readEPSG(epsgText) })

func readEPSG(text string) map[int]string {
	kinds := map[int]string{}
	for line := range strings.Lines(text) {
		kind, codes, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, span := range strings.Split(codes, ",") {
			from, to, isRange := strings.Cut(span, "-")
			if !isRange {
				to = from
			}
			low, _ := strconv.Atoi(from)
			high, _ := strconv.Atoi(to)
			for code := low; code <= high; code++ {
				kinds[code] = kind
			}
		}
	}
	return kinds
}

// epsgKind gives the kind of the coordinate reference system that EPSG:n names, "" if it names none.
func epsgKind(name string) string {
	digits, ok := strings.CutPrefix(name, "EPSG:")
	code, err := strconv.Atoi(strings.TrimSpace(digits))
	if !ok || err != nil {
		return ""
	}
	return epsgKinds()[code]
}
