namespace Simulator.Faults;

/// <summary>What a fault does to the machine itself. Block thread, before the block is filled from which it holds.</summary>
public interface IRigControls
{
    /// <summary>The valve closes, the command is held.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    void Interlock(int axis);

    /// <summary>The pressure goes off.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    void EmergencyStop(int axis);

    /// <summary>The axis goes on after an interlock or emergency stop.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    void Reset(int axis);

    /// <summary>The sensor reads 0 from where it is.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sensor">Position of the sensor in the channel.</param>
    void Tare(int axis, int sensor);
}
