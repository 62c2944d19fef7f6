package cases

import (
	"encoding/json"
	"fmt"
	"io"
)

// File is a set of cases.
type File struct {
	Cases []Case `json:"cases"`
}

// Case is an operation on operands: "union", "subtract" (the first less all others), "intersect" or "clash" (of two).
type Case struct {
	Name     string    `json:"name"`
	Op       string    `json:"op"`
	Operands []Solid   `json:"operands"`
	Params   Params    `json:"params"`
	Expect   Expect    `json:"expect"`
	Tol      Tolerance `json:"tol"`
}

// Params are the parameters of a clash case, in metres. They are the depth below which an overlap is ignored and the
// clearance to keep. Host is "a_in_b" or "b_in_a" if one operand is hosted by the other.
type Params struct {
	Tolerance float64 `json:"tolerance"`
	Clearance float64 `json:"clearance"`
	Host      string  `json:"host"`
}

// Expect is the expected result, in metres, m2 and m3. Fields that are nil are not compared.
type Expect struct {
	Volume           *float64       `json:"volume"`
	Area             *float64       `json:"area"`
	Solids           *int           `json:"solids"`
	Shells           *int           `json:"shells"`
	Euler            *int           `json:"euler"`
	Clash            *string        `json:"clash"`
	OverlapVolume    *float64       `json:"overlap_volume"`
	OverlapVolumeRaw *float64       `json:"overlap_volume_raw"`
	OverlapBox       *[2][3]float64 `json:"overlap_bbox"`
	OverlapBoxTol    *float64       `json:"overlap_bbox_tol"`
	Distance         *float64       `json:"distance"`
	Depth            *float64       `json:"penetration_depth"`
	Contained        *string        `json:"contained"`
}

// Tolerance holds the allowed differences in m3, m2 and m. Zero means the default of the quantity.
type Tolerance struct {
	Volume   float64 `json:"volume_abs"`
	Area     float64 `json:"area_abs"`
	Distance float64 `json:"distance_abs"`
}

// Read reads a file of cases.
func Read(r io.Reader) (File, error) {
	var f File
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return File{}, fmt.Errorf("reading cases: %w", err)
	}
	return f, nil
}
