package verify

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// epsgText lists the codes of the coordinate reference systems and of the datums of the EPSG Geodetic Parameter Dataset
// v11.022 (IOGP, epsg.org), including deprecated codes. Each kind has a line, and ranges include both ends. A datum may
// have the code of a system that has nothing to do with it.
//
//go:embed epsg.txt
var epsgText string

// epsgCodes holds the kinds of systems and datums by code.
type epsgCodes struct{ systems, datums map[int]string }

var epsgKinds = sync.OnceValue(func() epsgCodes { return readEPSG(epsgText) })

func readEPSG(text string) epsgCodes {
	kinds := epsgCodes{map[int]string{}, map[int]string{}}
	for line := range strings.Lines(text) {
		kind, codes, _ := strings.Cut(strings.TrimSpace(line), ": ")
		of := kinds.systems
		if name, isDatum := strings.CutSuffix(kind, " datum"); isDatum {
			kind, of = name, kinds.datums
		}
		for _, span := range strings.Split(codes, ",") {
			from, to, isRange := strings.Cut(span, "-")
			if !isRange {
				to = from
			}
			low, _ := strconv.Atoi(from)
			high, _ := strconv.Atoi(to)
			for code := low; code <= high; code++ {
				of[code] = kind
			}
		}
	}
	return kinds
}

// epsgCode returns the code n of a name EPSG:n.
func epsgCode(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "EPSG:")
	code, err := strconv.Atoi(strings.TrimSpace(digits))
	return code, ok && err == nil
}

// epsgKind returns the kind of the coordinate reference system that EPSG:n names, "" if it names none.
func epsgKind(name string) string {
	code, ok := epsgCode(name)
	if !ok {
		return ""
	}
	return epsgKinds().systems[code]
}

// epsgDatum returns the kind of the datum that EPSG:n names, geodetic or vertical, "" if it names none.
func epsgDatum(name string) string {
	code, ok := epsgCode(name)
	if !ok {
		return ""
	}
	return epsgKinds().datums[code]
}
