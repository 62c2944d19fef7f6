package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// file fetches a file of the server.
func (c *httpCaller) file(id string, header map[string]string) (*http.Response, string) {
	c.t.Helper()
	r, err := httpClient.Do(c.request(http.MethodGet, strings.TrimSuffix(c.server.url, "mcp")+"files/"+id, "", header))
	if err != nil {
		c.t.Fatal(err)
	}
	return r, c.text(r)
}

// sendFile sends a file to the server.
func (c *httpCaller) sendFile(name, content string) (int, string) {
	c.t.Helper()
	r, err := httpClient.Do(c.request(http.MethodPost, strings.TrimSuffix(c.server.url, "mcp")+"files?name="+name,
		content, map[string]string{"Content-Type": "application/octet-stream"}))
	if err != nil {
		c.t.Fatal(err)
	}
	return r.StatusCode, c.text(r)
}

// TestFilesGoOut exports a model of Ann. She gets the file by the link in the reply, whole and in parts; Bob does not.
func TestFilesGoOut(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann, bob := s.begin(annsToken), s.begin(bobsToken)
	ann.must("create_model", arguments{"name": "House"}, nil)
	ann.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	var export struct{ SHA256, Path string }
	body, header := ann.call("5", "export_ifc", arguments{"schema": "IFC4"})
	text := ann.text(ann.send(http.MethodPost, body, withHeader(header, "Accept", "application/json")))
	var m message
	var result struct {
		Content []struct {
			Type, URI, Name, MIMEType string
			Size                      int64
		}
		StructuredContent struct{ Data json.RawMessage }
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if err := json.Unmarshal(m.Result, &result); err != nil || len(result.Content) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	if err := json.Unmarshal(result.StructuredContent.Data, &export); err != nil {
		t.Fatal(err)
	}
	link := result.Content[1]
	if link.Type != "resource_link" || link.MIMEType != "application/x-step" || !strings.HasSuffix(link.Name, ".ifc") {
		t.Errorf("%+v", link)
	}
	id := strings.TrimPrefix(link.URI, "bim://files/")
	r, whole := ann.file(id, nil)
	sum := sha256.Sum256([]byte(whole))
	if r.StatusCode != http.StatusOK || hex.EncodeToString(sum[:]) != export.SHA256 || int64(len(whole)) != link.Size ||
		r.Header.Get("ETag") != `"`+export.SHA256+`"` {
		t.Errorf("%d %v, %d bytes of %s", r.StatusCode, r.Header, len(whole), text)
	}
	if r, part := ann.file(id, map[string]string{"Range": "bytes=10-29"}); r.StatusCode != http.StatusPartialContent ||
		part != whole[10:30] {
		t.Errorf("a part: %d %q", r.StatusCode, part)
	}
	if r, _ := ann.file(id, map[string]string{"If-None-Match": r.Header.Get("ETag")}); r.StatusCode !=
		http.StatusNotModified {
		t.Errorf("the same: %d", r.StatusCode)
	}
	if status, text := ann.status(http.MethodPost,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+link.URI+`"}}`, nil); status !=
		http.StatusOK || !strings.Contains(text, `"blob":"SVNPLT`) {
		t.Errorf("as a resource: %d %.300s", status, text)
	}
	foreign, nothing := firstStatus(bob.file(id, nil)),
		firstStatus(bob.file("01890000-0000-7000-8000-000000000000", nil))
	if foreign != nothing || !strings.HasPrefix(foreign, "404") {
		t.Errorf("Bob gets %q, of what is not there %q", foreign, nothing)
	}
	if status, text := bob.status(http.MethodPost,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+link.URI+`"}}`,
		nil); strings.Contains(text, "blob") || !strings.Contains(text, "-32002") {
		t.Errorf("Bob reads the resource: %d %.300s", status, text)
	}
	if err := os.WriteFile(export.Path, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, _ := ann.file(id, nil); r.StatusCode != http.StatusGone {
		t.Errorf("a file that was replaced: %d", r.StatusCode)
	}
}

func withHeader(header map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	for n, v := range header {
		out[n] = v
	}
	return out
}

func firstStatus(r *http.Response, text string) string { return r.Status + " " + text }

// TestFilesComeIn uploads an IFC file, which is imported and checked by its address. Bob cannot use the address.
func TestFilesComeIn(t *testing.T) {
	s := serveTeam(t, t.TempDir(), "--max-upload", "1")
	ann, bob := s.begin(annsToken), s.begin(bobsToken)
	ann.must("create_model", arguments{"name": "House"}, nil)
	ann.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	var export struct{ Path string }
	ann.must("export_ifc", arguments{"schema": "IFC4"}, &export)
	content := string(readFile(t, export.Path))
	status, text := ann.sendFile("plan.ifc", content)
	var sent struct {
		ID, URI, Name, SHA256 string
		Size                  int64
	}
	if err := json.Unmarshal([]byte(text), &sent); err != nil || status != http.StatusCreated ||
		sent.Size != int64(len(content)) || sent.Name != "plan.ifc" {
		t.Fatalf("%d %s %v", status, text, err)
	}
	if _, back := ann.file(sent.ID, nil); back != content {
		t.Errorf("what comes back differs: %d bytes", len(back))
	}
	if a := ann.ask("verify_ifc", arguments{"file": sent.URI}); !a.Success {
		t.Errorf("%s", a.Text)
	}
	if a := ann.ask("import_ifc", arguments{"file": sent.URI, "name": "Again", "dry_run": false}); !a.Success {
		t.Errorf("%s", a.Text)
	}
	theirs, nothing := bob.ask("verify_ifc", arguments{"file": sent.URI}),
		bob.ask("verify_ifc", arguments{"file": strings.Replace(sent.URI, sent.ID,
			"01890000-0000-7000-8000-000000000000", 1)})
	if theirs.Success || theirs.Error.Name != nothing.Error.Name || strings.Contains(string(theirs.Text), "plan.ifc") {
		t.Errorf("Bob: %s, %s", theirs.Text, nothing.Text)
	}
	for name, tt := range map[string]struct {
		name, content string
		want          int
	}{
		"too long": {"x.ifc", strings.Repeat("x", 1<<20+1), http.StatusRequestEntityTooLarge},
		"a path":   {"..%2Fx.ifc", "x", http.StatusBadRequest},
		"no name":  {"", "x", http.StatusBadRequest},
	} {
		if status, text := ann.sendFile(tt.name, tt.content); status != tt.want {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	long := ann.request(http.MethodPost, strings.TrimSuffix(s.url, "mcp")+"files?name=x.ifc", "",
		map[string]string{"Content-Type": "application/octet-stream"})
	long.Body, long.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat("x", 2<<20))), -1
	if r, err := httpClient.Do(long); err == nil {
		if text := ann.text(r); r.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("too long without a length: %d %s", r.StatusCode, text)
		}
	}
	if entries, err := os.ReadDir(s.data + "/files"); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

// TestFilesAreSharedWithTheirModel checks that Bob can get an exported file while Ann shares its model with him, and
// never a file that she uploaded.
func TestFilesAreSharedWithTheirModel(t *testing.T) {
	data := t.TempDir()
	owner := strings.Replace(person("ann"), `"DELETE":{}`, `"DELETE":{},"APPROVE":{}`, 1)
	writePrivate(t, data+"/tokens.json", "["+tokenLine(annsToken, "ann", owner, "")+","+
		tokenLine(bobsToken, "bob", person("bob"), "")+"]")
	s := serveTeam(t, data)
	ann, bob := s.begin(annsToken), s.modernly(bobsToken)
	var model struct {
		ModelID string `json:"model_id"`
	}
	ann.must("create_model", arguments{"name": "House"}, &model)
	ann.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	export := ann.must("export_ifc", arguments{"schema": "IFC4"}, nil)
	_, text := ann.sendFile("plan.ifc", "ISO-10303-21;")
	var sent struct{ ID string }
	if err := json.Unmarshal([]byte(text), &sent); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	nothing := firstStatus(bob.file("01890000-0000-7000-8000-000000000000", nil))
	for _, tt := range []struct {
		access string
		want   int
	}{{"none", http.StatusNotFound}, {"read", http.StatusOK}, {"none", http.StatusNotFound}, {"edit", http.StatusOK}} {
		ann.must("share_model", arguments{"model_id": model.ModelID, "user": "bob", "access": tt.access}, nil)
		r, got := bob.file(*export.EventID, nil)
		if r.StatusCode != tt.want || tt.want == http.StatusNotFound && firstStatus(r, got) != nothing {
			t.Errorf("shared for %s: %d %.200s", tt.access, r.StatusCode, got)
		}
		if gets := bob.ask("verify_ifc", arguments{"file": "bim://files/" + *export.EventID}).Success; gets !=
			(tt.want == http.StatusOK) {
			t.Errorf("shared for %s: checked %v", tt.access, gets)
		}
		if got := firstStatus(bob.file(sent.ID, nil)); got != nothing {
			t.Errorf("shared for %s: what Ann sent is %q", tt.access, got)
		}
	}
	if r, _ := s.modernly(staleToken).file(*export.EventID, nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("with a token that is not known: %d", r.StatusCode)
	}
}
