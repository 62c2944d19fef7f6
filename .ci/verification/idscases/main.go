package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
)

func main() {
	out, err := os.Create(os.Args[3])
	if err != nil {
		fatal(err)
	}
	pairs, wrong, turned := judgeAll(os.Args[1], out)
	if err := out.Close(); err != nil {
		fatal(err)
	}
	audited, otherwise, explained := auditAll(os.Args[1], os.Args[2])
	fmt.Printf("# %d official cases judged as their names say, %d otherwise, %d of 2024 as their later state says\n",
		pairs-wrong-turned, wrong, turned)
	fmt.Printf("# %d documents audited with the codes on record, %d otherwise, %d with a difference that docs/ids.md "+
		"explains\n", audited-otherwise-explained, otherwise, explained)
	if wrong+otherwise > 0 || pairs == 0 || audited == 0 {
		os.Exit(1)
	}
}

func fatal(err error) {
	fmt.Println(err)
	os.Exit(1)
}

// judgeAll judges every pair below a folder.
func judgeAll(corpora string, out *os.File) (pairs, wrong, turned int) {
	err := filepath.WalkDir(corpora, func(path string, d fs.DirEntry, err error) error {
		want, _, named := strings.Cut(filepath.Base(path), "-")
		model := strings.TrimSuffix(path, ".ids") + ".ifc"
		if err != nil || d.IsDir() || filepath.Ext(path) != ".ids" || !named ||
			!slices.Contains([]string{"pass", "fail", "invalid"}, want) {
			return err
		}
		if _, err := os.Stat(model); err != nil {
			return nil // a document without a model
		}
		got, err := judge(path, model)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		pairs++
		fmt.Fprintf(out, "%s\t%s\n", got, path)
		for end, later := range superseded {
			if strings.HasSuffix(path, end) {
				want = later
				turned++
			}
		}
		if string(got) != want {
			wrong++
			fmt.Printf("%s instead of %s: %s\n", got, want, path)
		}
		return nil
	})
	if err != nil {
		fatal(err)
	}
	return pairs, wrong, turned
}

func judge(document, model string) (check.Status, error) {
	text, err := os.ReadFile(document)
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(model)
	if err != nil {
		return "", err
	}
	d, faults := audit.Audit(text, ids.ReadOptions{})
	if faults.Status == audit.StructureError {
		return check.Invalid, nil
	}
	m, err := check.Open(data)
	if err != nil {
		return "", err
	}
	status := check.Run(d, faults, m, check.Options{}).Status
	if again, faults := audit.Audit(d.Write(), ids.ReadOptions{}); check.Run(again, faults, m,
		check.Options{}).Status != status {
		return "", errors.New("the document gives another verdict when it has been written and read again")
	}
	return status, nil
}

// auditAll compares our audit with the record of buildingSMART's audit tool. Each row of the record has the path of a
// document relative to the folder that contains the corpora, the verdict and the codes.
func auditAll(corpora, record string) (audited, otherwise, explained int) {
	f, err := os.Open(record)
	if err != nil {
		fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		if len(row) < 3 || !strings.HasSuffix(row[0], ".ids") {
			continue
		}
		audited++
		path := filepath.Join(filepath.Dir(corpora), row[0])
		status, codes := auditOne(path)
		wantStatus, want := row[1], sorted(strings.Fields(row[2]))
		if d, ok := differences[filepath.Base(path)]; ok && strings.Contains(path, "Invalid") ||
			ok && strings.Contains(path, "ids-real") {
			explained++
			want = sorted(strings.Fields(d.codes))
			if d.beside != "" {
				_, others := auditOne(filepath.Join(filepath.Dir(path), d.beside))
				want, codes = sorted(strings.Fields(row[2])),
					sorted(append(strings.Fields(codes), strings.Fields(others)...))
			}
			if v, ok := otherVerdict[filepath.Base(path)]; ok {
				wantStatus = v
			}
		}
		if status != wantStatus || codes != want {
			otherwise++
			fmt.Printf("%s: %s %s instead of %s %s\n", path, status, codes, wantStatus, want)
		}
	}
	return audited, otherwise, explained
}

func auditOne(path string) (status, codes string) {
	text, err := os.ReadFile(path)
	if err != nil {
		fatal(err)
	}
	_, r := audit.Audit(text, ids.ReadOptions{})
	var all []string
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%d@%d", f.Code, f.Line))
	}
	return string(r.Status), sorted(all)
}

func sorted(codes []string) string {
	slices.Sort(codes)
	return strings.Join(codes, " ")
}
