package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// zipOf returns an archive of files. It repeats the text of each file a given number of times.
func zipOf(t *testing.T, files map[string]string, times map[string]int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		block := []byte(strings.Repeat(text, 1+min(times[name], 1<<16)))
		for left := times[name] + 1; left > 0; left -= len(block) / len(text) {
			if _, err := f.Write(block); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestBombsAreRefused calls the tools that read archives with small files that unpack to gigabytes, to many files, or
// to deeply nested archives. The server must refuse each with a message, and use little memory for it.
func TestBombsAreRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	s.do("create_model", arguments{"name": "Bombed"})
	out := filepath.Join(data, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	const guid = "a0000000-0000-4000-8000-000000000001"
	version, huge := `<?xml version="1.0"?><Version VersionId="2.1"/>`, 400<<20/16
	markup := `<Markup><Topic Guid="` + guid + `"><Title>T</Title></Topic></Markup>`
	many := map[string]string{"bcf.version": version}
	for i := range 60_000 {
		many[strconv.Itoa(i)] = "x"
	}
	sheet := `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
	for name, c := range map[string]struct {
		tool  string
		bytes []byte
	}{
		"markup.bcf": {"import_bcf", zipOf(t, map[string]string{"bcf.version": version,
			guid + "/markup.bcf": "<Markup>        "}, map[string]int{guid + "/markup.bcf": huge})},
		"snapshot.bcf": {"import_bcf", zipOf(t, map[string]string{"bcf.version": version, guid + "/markup.bcf": markup,
			guid + "/snapshot.png": "0123456789abcdef"}, map[string]int{guid + "/snapshot.png": huge})},
		"many.bcf": {"import_bcf", zipOf(t, many, nil)},
		"nested.bcf": {"import_bcf", zipOf(t, map[string]string{"bcf.version": version, guid + "/markup.bcf": "<a>"},
			map[string]int{guid + "/markup.bcf": 100_000})},
		"rows.xlsx": {"import_table", zipOf(t, map[string]string{"[Content_Types].xml": "<Types/>",
			"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": sheet},
			map[string]int{"xl/worksheets/sheet1.xml": huge / 8})},
	} {
		if len(c.bytes) > 16<<20 {
			t.Fatalf("%s has %d bytes: it is no bomb", name, len(c.bytes))
		}
		if err := os.WriteFile(filepath.Join(out, name), c.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		a := s.ask(c.tool, arguments{"file": name})
		if a.Success && !strings.Contains(string(a.Data), "fault") ||
			!a.Success && (a.code() == 1499 || a.code() == 1405) {
			t.Errorf("%s: %s", name, clip(a.Text))
		}
		t.Logf("%s, %d bytes: %s", name, len(c.bytes), clip(a.Text))
	}
	s.must("list_models", arguments{}, nil)
	if most := mostMemory(t, s); most > 1<<30 {
		t.Errorf("the server took %d MB", most>>20)
	}
}

// mostMemory returns the peak memory of a server's process, or 0 if the system does not report it.
func mostMemory(t *testing.T, s *server) (bytes int64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(kb), " kB"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n << 10
		}
	}
	return 0
}
