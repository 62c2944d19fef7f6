package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/verify"
)

// named matches the file name of a case: the expected result, the rule, and the subject of the case.
var named = regexp.MustCompile(`^(pass|fail|na)-([a-z]{3}[0-9]{3})-.*\.ifc$`)

// expected maps the result in a file name to the status.
var expected = map[string]verify.Status{"pass": verify.Passed, "fail": verify.Failed, "na": verify.NotApplied}

func main() {
	alike, wrong := map[string]int{}, 0
	missing := map[string]int{}
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		parts := named.FindStringSubmatch(strings.ToLower(d.Name()))
		if err != nil || d.IsDir() || parts == nil {
			return err
		}
		rule := strings.ToUpper(parts[2])
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		report, err := verify.Bytes(context.Background(), data, verify.Options{Rules: []string{rule}})
		if err != nil {
			missing[rule]++
			return nil
		}
		if got, want := report.Rules[0].Status, expected[parts[1]]; got != want {
			wrong++
			fmt.Printf("%s: %s instead of %s\n", d.Name(), got, want)
			return nil
		}
		alike[rule]++
		return nil
	})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	files := 0
	for _, n := range alike {
		files += n
	}
	fmt.Printf("# %d cases of %d rules judged alike, %d otherwise; not carried: %s\n", files,
		len(alike), wrong, list(missing))
	if wrong > 0 || files == 0 {
		os.Exit(1)
	}
}

func list(rules map[string]int) string {
	if len(rules) == 0 {
		return "none"
	}
	var out []string
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		out = append(out, fmt.Sprintf("%s (%d)", rule, rules[rule]))
	}
	return strings.Join(out, ", ")
}
