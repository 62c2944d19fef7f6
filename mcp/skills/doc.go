// Package skills reads skills: Markdown texts that teach an agent how a team works. Each is a file SKILL.md in its own
// folder, whose head has a name, a description and tools. [Load] reads the built-in skills and the skills of given
// folders; a broken skill is listed with its fault. A skill is only a text: it gives nobody a permission.
package skills
