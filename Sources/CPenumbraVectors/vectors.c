#include "blending.h"
