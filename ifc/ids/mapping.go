package ids

import "strings"

// Mapped is the meaning of a class name in IFC2X3: occurrences of one class that have a type of another class.
type Mapped struct{ Occurrence, Type string }

// byOccurrence is the agreement of buildingSMART International on classes that IFC2X3 has only as types
// (ifc2x3-occurrence-type-mapping-table.md). It maps an occurrence class to class names; the type class of each name is
// the name followed by Type.
var byOccurrence = map[string]string{
	"IfcFurnishingElement":          "Furniture SystemFurnitureElement",
	"IfcDistributionControlElement": "Actuator Alarm Controller FlowInstrument Sensor",
	"IfcEnergyConversionDevice": "AirToAirHeatRecovery Boiler Chiller Coil Condenser CooledBeam CoolingTower " +
		"ElectricGenerator ElectricMotor " +
		"EvaporativeCooler Evaporator HeatExchanger Humidifier MotorConnection SpaceHeater Transformer TubeBundle " +
		"UnitaryEquipment",
	"IfcFlowController": "AirTerminalBox Damper ElectricTimeControl FlowMeter ProtectiveDevice " +
		"SwitchingDevice Valve",
	"IfcFlowFitting":       "CableCarrierFitting DuctFitting JunctionBox PipeFitting",
	"IfcFlowMovingDevice":  "Compressor Fan Pump",
	"IfcFlowSegment":       "CableCarrierSegment CableSegment DuctSegment PipeSegment",
	"IfcFlowStorageDevice": "ElectricFlowStorageDevice Tank",
	"IfcFlowTerminal": "AirTerminal ElectricAppliance FireSuppressionTerminal Lamp LightFixture Outlet " +
		"SanitaryTerminal StackTerminal WasteTerminal",
	"IfcFlowTreatmentDevice": "DuctSilencer Filter",
	"IfcEquipmentElement":    "VibrationIsolator",
}

var mapped2X3 = func() map[string]Mapped {
	out := map[string]Mapped{}
	for occurrence, names := range byOccurrence {
		for _, n := range strings.Fields(names) {
			upper := "IFC" + strings.ToUpper(n)
			out[upper] = Mapped{strings.ToUpper(occurrence), upper + "TYPE"}
		}
	}
	return out
}()

// Mapped2X3 returns the meaning of class names in models of IFC2X3, by the name in upper case. Callers must not change
// it.
func Mapped2X3() map[string]Mapped { return mapped2X3 }
