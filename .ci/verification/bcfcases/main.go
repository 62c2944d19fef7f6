package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bimstream/bimstream/ifc/bcf"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "same" {
		if err := same(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: bcfcases CORPORA FOLDER, or bcfcases same ONE OTHER")
		os.Exit(2)
	}
	count := 0
	var failed error
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		if name := strings.ToLower(path); err == nil &&
			(strings.HasSuffix(name, ".bcf") || strings.HasSuffix(name, ".bcfzip")) {
			count++
			if wrong := again(path, os.Args[2], count); wrong != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", path, wrong))
			}
		}
		return err
	})
	fmt.Printf("# %d archives\n", count)
	if err = errors.Join(err, failed); err != nil || count == 0 {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// again reads an archive, writes it in every version and compares the content of the results.
func again(path, folder string, number int) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	first, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Printf("%s: %s: %s\n", filepath.Base(path), f.File, f.Reason)
	}
	if len(first.Topics) == 0 {
		return errors.New("no topic was read")
	}
	for _, v := range []bcf.Version{bcf.V21, bcf.V30} {
		var out bytes.Buffer
		if err := bcf.Write(&out, first, v); err != nil {
			return fmt.Errorf("write %s: %w", v, err)
		}
		second, faults, err := bcf.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil || len(faults) > 0 {
			return fmt.Errorf("read %s again: %w, %v", v, err, faults)
		}
		if was, is := said(first), said(second); was != is {
			return fmt.Errorf("as %s it says\n%s\nand not\n%s", v, is, was)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d-%s.bcf", number, v)),
			out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// same returns an error if the topics of two archives differ.
func same(one, other string) error {
	var texts [2]string
	for i, path := range []string{one, other} {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		a, _, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return err
		}
		a.Project = bcf.Project{}
		texts[i] = said(a)
	}
	if texts[0] != texts[1] {
		return fmt.Errorf("%s says\n%s\nand %s\n%s", one, texts[0], other, texts[1])
	}
	return nil
}

// said returns the part of an archive's content that every version of BCF keeps. It leaves out the version, extensions
// and camera aspects, and has the contents of documents in place of their GUIDs.
func said(a *bcf.Archive) string {
	contents := map[string]string{"": ""}
	for _, d := range a.Documents {
		contents[d.GUID] = string(d.Data)
	}
	topics := append([]bcf.Topic{}, a.Topics...)
	for i := range topics {
		t := &topics[i]
		t.Type, t.Status, t.ServerID = strings.TrimPrefix(t.Type, bcf.Undefined),
			strings.TrimPrefix(t.Status, bcf.Undefined), ""
		t.Documents = append([]bcf.DocumentReference{}, t.Documents...)
		for j := range t.Documents {
			t.Documents[j].Document = contents[t.Documents[j].Document]
		}
		t.Viewpoints = append([]bcf.Viewpoint{}, t.Viewpoints...)
		for j, v := range t.Viewpoints {
			if v.Camera != nil {
				c := *v.Camera
				c.Aspect = 0
				t.Viewpoints[j].Camera = &c
			}
		}
	}
	text, err := json.MarshalIndent([]any{a.Project, topics}, "", " ")
	if err != nil {
		panic(err) // an archive has no value that JSON lacks
	}
	return string(text)
}
