using Simulator.Plant;

namespace Simulator.Rig.Plants;

/// <summary>The columns of a plant's history: the quantities of its axis, then what its controller says in whole numbers.</summary>
internal static class PlantColumns
{
    /// <summary>Number of the control mode.</summary>
    public const int Mode = AxisQuantities.Count;

    /// <summary>Complete cycles of the command; exact to 2^53.</summary>
    public const int Cycles = Mode + 1;

    /// <summary>State, a <see cref="PlantState"/>.</summary>
    public const int State = Cycles + 1;

    /// <summary>All of them.</summary>
    public const int Count = State + 1;
}
