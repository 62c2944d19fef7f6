package ids

import (
	"fmt"
	"strconv"
	"strings"
)

// constraints are the elements that an xs:restriction may contain, with the checks of their values.
var constraints = map[string]func(string) string{
	"enumeration": nil, "pattern": nil, "minInclusive": nil, "maxInclusive": nil,
	"minExclusive": nil, "maxExclusive": nil,
	"length": natural, "minLength": natural, "maxLength": natural, "totalDigits": positive, "fractionDigits": natural,
	"whiteSpace": oneOf("preserve", "replace", "collapse"),
}

func natural(text string) string {
	if _, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31); err != nil {
		return fmt.Sprintf("%q is no whole number from 0 on", text)
	}
	return ""
}

func positive(text string) string {
	if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31); err != nil || n == 0 {
		return fmt.Sprintf("%q is no whole number from 1 on", text)
	}
	return ""
}

// restriction checks the content of an xs:restriction by the rules of XML Schema.
func (s *structure) restriction(n *node) {
	for i, c := range n.children {
		check, known := constraints[c.name.Local]
		switch {
		case c.name.Space != schemaNamespace:
			s.add(c.Place, "%s is not allowed within xs:restriction: expected xs:enumeration, xs:pattern, a bound "+
				"or a length", c.name.Local)
			return
		case c.name.Local == "annotation" && i == 0:
		case !known:
			s.add(c.Place, "xs:%s is not allowed here within xs:restriction", c.name.Local)
			return
		default:
			s.constraint(c, check)
		}
	}
}

func (s *structure) constraint(c *node, check func(string) string) {
	for _, a := range c.attributes {
		if a.Name.Space == "" && a.Name.Local != "value" && a.Name.Local != "fixed" &&
			a.Name.Local != "id" && a.Name.Local != "xmlns" {
			s.add(c.Place, "xs:%s has no attribute %s", c.name.Local, a.Name.Local)
		}
	}
	value, given := c.attribute("value")
	if !given {
		s.add(c.Place, "xs:%s lacks its attribute value", c.name.Local)
		return
	}
	if check != nil {
		if wrong := check(value); wrong != "" {
			s.add(c.Place, "xs:%s: %s", c.name.Local, wrong)
		}
	}
	for _, below := range c.children {
		if below.name.Local != "annotation" {
			s.add(below.Place, "%s is not allowed within xs:%s", below.name.Local, c.name.Local)
		}
	}
}
