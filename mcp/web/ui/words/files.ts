// Words of what is saved as a file.

export const files = {
  download: "Save",
  fileFormat: "Format",
  fileKind: "What",
  fileKinds: { ifc: "The model as IFC", plan: "The plan of a storey", table: "A schedule", mesh: "The bodies as glTF" },
  fileMoment: (branch: string, revision: number) => "As shown: " + branch + " at revision " + revision + ".",
  fileReader: "For",
  fileReaders: { generic: "Any program", revit: "Revit", bonsai: "Bonsai" },
  fileScale: "Scale",
  fileSaved: (name: string) => name + " was saved",
  fileStorey: "Storey",
  fileTemplate: "Of",
  fileTemplates: {
    door: "Doors", window: "Windows", room: "Rooms", wall: "Walls", finish: "Finishes of rooms", equipment: "Equipment",
  },
  fileVersion: "Version",
  makingFile: "Making the file\u2026",
  save: "Save as a file",
};
