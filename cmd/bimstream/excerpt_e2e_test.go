package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"testing"
)

// pictureOf returns the picture in a reply.
func (s *server) pictureOf(t *testing.T, tool string, args arguments) image.Image {
	t.Helper()
	raw, err := s.request("tools/call", arguments{"name": tool, "arguments": args})
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Content []struct {
			Type string `json:"type"`
			Data string `json:"data"`
		} `json:"content"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		t.Fatal(err)
	}
	for _, c := range result.Content {
		if c.Type != "image" {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(c.Data)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	t.Fatalf("%s has no picture: %s", tool, raw)
	return nil
}

// red counts the pixels in the colour of findings.
func red(picture image.Image) int {
	n, b := 0, picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r > 0xb000 && g < 0x4000 && b < 0x4000 {
				n++
			}
		}
	}
	return n
}

// TestAFindingIsShownInAPlan checks that a finding has an excerpt of the plan of its level in the checked state, with
// its elements in red. This holds even after the door was deleted.
func TestAFindingIsShownInAPlan(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.do("create_model", arguments{"name": "Excerpt"})
	s.do("create_level", arguments{"name": "Ground", "elevation": 0})
	s.do("create_wall", arguments{"name": "W", "level_id": "Ground", "start": []int{0, 0}, "end": []int{60_000, 0},
		"height": 2800, "thickness": 200})
	s.do("place_door", arguments{"name": "D", "wall_id": "W", "offset": 30_000, "width": 700, "height": 2100})
	var found struct {
		Run    string `json:"validation_run_id"`
		Issues []struct {
			Key string `json:"key"`
		} `json:"issues"`
	}
	s.must("accessibility_check", arguments{"standard": "ADA", "rule_ids": []string{"ADA-404.2.3"}}, &found)
	if len(found.Issues) != 1 {
		t.Fatalf("%+v", found)
	}
	ask := arguments{"validation_run_id": found.Run, "finding": found.Issues[0].Key}
	picture := s.pictureOf(t, "get_validation_run", ask)
	// 0.7 m of the door with 2 m around it on either side are 94 mm on paper at 1:50. Less than 10 m of wall is shown.
	if width := picture.Bounds().Dx(); red(picture) < 100 || width > 1200 {
		t.Errorf("%d red pixels in a picture of %v", red(picture), picture.Bounds())
	}
	s.do("delete_element", arguments{"element_ids": []string{"D"}})
	if after := s.pictureOf(t, "get_validation_run", ask); red(after) != red(picture) {
		t.Errorf("after the door has gone %d red pixels, before %d", red(after), red(picture))
	}
	ask["finding"] = "none"
	if a := s.ask("get_validation_run", ask); a.code() != 1300 {
		t.Errorf("a finding that is not there: %s", a.Text)
	}
}
