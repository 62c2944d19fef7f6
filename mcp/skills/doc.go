// Package skills reads skills: Markdown texts that teach an agent how a team works, each a file SKILL.md in a folder of
// its own with a head of name, description and tools. [Load] reads the built-in ones and those of folders; one that is
// broken is listed with its fault. A skill is a text and nothing else: it gives nobody a permission.
package skills
